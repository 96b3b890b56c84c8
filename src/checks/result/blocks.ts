import { isObject, type JsonObject, kindOf, member } from '../../model/json.ts';

/** One item of a result's content that is an object, with its place as people write it: `content[0]`. */
export interface Block {
  place: string;
  type: string;
  item: JsonObject;
}

/** The items of a result's content that are objects with a type. */
export function blocksOf(result: unknown): Block[] {
  const content = member(result, 'content');
  if (!Array.isArray(content)) return [];
  return content.flatMap((item, index) =>
    isObject(item) && typeof item.type === 'string' ? [{ place: `content[${index}]`, type: item.type, item }] : [],
  );
}

/** The base64 of one item, with the media type that it is said to have. */
export interface Encoded {
  /** `content[0].data` or `content[0].resource.blob`. */
  place: string;
  data: string;
  mimeType: string;
}

/** Pictures, sound and blobs of a result that are texts at all. */
export function encodedOf(result: unknown): Encoded[] {
  return blocksOf(result).flatMap(({ place, type, item }) => {
    const holder = type === 'resource' ? item.resource : item;
    const key = type === 'resource' ? 'blob' : 'data';
    const data = type === 'image' || type === 'audio' || type === 'resource' ? member(holder, key) : undefined;
    if (typeof data !== 'string') return [];
    const mimeType = member(holder, 'mimeType');
    return [
      { place: `${place}.${type === 'resource' ? 'resource.blob' : 'data'}`, data, mimeType: typeof mimeType === 'string' ? mimeType : '' },
    ];
  });
}

/** What a value is, with its article, for `… is a list, must be …`. */
export function aKind(value: unknown): string {
  const words: Record<string, string> = {
    array: 'a list',
    object: 'an object',
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
  };
  const kind = kindOf(value);
  return kind === 'boolean' ? String(value) : kind === 'nothing' ? 'missing' : (words[kind] ?? kind);
}
