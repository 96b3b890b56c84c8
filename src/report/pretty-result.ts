import { isObject, member } from '../model/json.ts';
import { shorten, size, visible } from '../model/text.ts';
import { toJson } from './json-text.ts';

/** What a call answered: text blocks as they are, structured content indented, other items by what they are and how big. */
export function resultLines(result: unknown, verbose: boolean): string[] {
  const content = member(result, 'content');
  const structured = member(result, 'structuredContent');
  if (!Array.isArray(content) && structured === undefined) return cut(toJson(result, 2), verbose);
  const items = Array.isArray(content) ? content : [];
  const lines = items.filter((item) => !repeats(item, structured)).flatMap((item) => itemLines(item, verbose));
  if (structured !== undefined) lines.push(...cut(toJson(structured, 2), verbose));
  return lines.length ? lines : ['(empty)'];
}

/** True for the text block that holds the structured content once more, as the specification advises. */
function repeats(item: unknown, structured: unknown): boolean {
  const text = member(item, 'text');
  if (!isObject(structured) || typeof text !== 'string' || !text.trimStart().startsWith('{')) return false;
  try {
    return toJson(JSON.parse(text), 0) === toJson(structured, 0);
  } catch {
    return false;
  }
}

function itemLines(item: unknown, verbose: boolean): string[] {
  const type = member(item, 'type');
  const text = member(item, 'text');
  if (type === 'text' && typeof text === 'string') return cut(text, verbose);
  const data = member(item, 'data');
  const mimeType = member(item, 'mimeType');
  if (typeof data === 'string') return [`[${shorten(`${type} ${mimeType}`, 80)}, ${size(data.length)} of base64]`];
  const uri = member(item, 'uri') ?? member(member(item, 'resource'), 'uri');
  if (typeof uri === 'string') return [`[${shorten(`${type} ${uri}`, 300)}]`];
  return [shorten(toJson(item, 0), 300)];
}

/** At most 60 lines of 4,000 characters in all, verbose 2,000 of 200,000; the last line says what is missing. */
function cut(text: string, verbose: boolean): string[] {
  const [maxLines, maxCharacters] = verbose ? [2000, 200_000] : [60, 4000];
  const kept = text.slice(0, maxCharacters).split(/\r?\n/, maxLines).join('\n');
  // A line end of two characters makes the kept text a little shorter than what it stands for.
  const isWhole = text.length <= maxCharacters && text.split('\n', maxLines + 1).length <= maxLines;
  const lines = visible(kept).split('\n');
  return isWhole ? lines : [...lines, `… cut, ${size(Buffer.byteLength(text))} in all (--reporter json has everything)`];
}
