import { isObject, type JsonObject, member } from '../../model/json.ts';
import { NoSample } from '../sample/no-sample.ts';
import { sampleValue } from '../sample/sample-value.ts';

/** What the whole schema says of the arguments themselves: a part is made without it. */
const OF_THE_WHOLE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'const', 'enum', 'default', 'examples', 'minProperties'];
const ATTEMPTS = 5;

/** Makes values for parts of one schema. */
export interface PartMaker {
  root: JsonObject;
  /** What references of a part may lead to. */
  around: JsonObject;
  /** The moment (`performance.now()`) at which it gives up. */
  until: number;
}

/**
 * The smallest value for a part of a schema, whose references lead into the whole.
 * @param property what it is, or is an item of: `page_url` makes a URL
 * @param nth which of the several that are likely
 * @returns undefined when there is none, or not so many
 */
export function partValue(part: unknown, property: string, { around, until }: PartMaker, nth = 0): unknown {
  const properties = { ...(isObject(around.properties) ? around.properties : {}), [property]: part };
  const whole = { ...around, type: 'object', properties, required: [property] };
  const seen = new Set<string>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const value = attemptAt(whole, property, attempt, until);
    const text = JSON.stringify(value);
    if (value === undefined || seen.has(text)) continue;
    if (seen.size === nth) return value;
    seen.add(text);
  }
  return undefined;
}

/** What references of the parts of a schema may lead to: the schema without what it says of the arguments as a whole; nothing where it has none. */
export function aroundParts(root: JsonObject): JsonObject {
  if (!JSON.stringify(root).includes('"$ref"')) return {};
  return Object.fromEntries(Object.entries(root).filter(([keyword]) => !OF_THE_WHOLE.includes(keyword)));
}

function attemptAt(whole: JsonObject, property: string, attempt: number, until: number): unknown {
  try {
    return member(sampleValue(whole, attempt, until).value, property);
  } catch (error) {
    if (error instanceof NoSample) return undefined;
    throw error;
  }
}
