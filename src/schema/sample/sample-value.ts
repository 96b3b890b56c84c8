import { isObject, type JsonObject, pointer } from '../../model/json.ts';
import { describeMissing, NoSample } from './no-sample.ts';
import { branchOf, plainSchema } from './plain-schema.ts';
import { sampleNumber } from './sample-number.ts';
import { namesThing, sampleText } from './sample-text.ts';

/** Bounds of one sample: a hostile schema must not cost more than a large honest one. */
const MAX_DEPTH = 24;
const MAX_VALUES = 1_000;
const MAX_ITEMS = 100;

/** A value that a schema is likely to allow, and the JSON pointers at which it only fits. */
export interface SampleValue {
  value: unknown;
  open: string[];
}

/**
 * The smallest value for a schema of which nothing is known: required members only, what it suggests itself (`const`, `default`,
 * `examples`, the first of an `enum`), else short plain texts and small numbers. It has still to be judged.
 * @param attempt 0 for the likeliest; higher ones distrust suggestions and take other branches
 * @param until the moment (`performance.now()`) at which it is given up
 * @throws NoSample when there is none, in words
 */
export function sampleValue(root: JsonObject, attempt: number, until: number): SampleValue {
  const open: string[] = [];
  let left = MAX_VALUES;
  return { value: make(root, '', '', 0, 0), open };

  function make(schema: unknown, name: string, at: string, depth: number, nth: number): unknown {
    if (depth > MAX_DEPTH) throw new NoSample(`it asks for values more than ${MAX_DEPTH} deep in each other`);
    if (--left < 0) throw new NoSample(`it needs more than ${MAX_VALUES} values`);
    if (performance.now() > until) throw new NoSample('it took too long to look at, or those before it did');
    const plain = plainSchema(schema, root, branchOf(attempt));
    const suggested = suggestion(plain, nth);
    if (suggested !== undefined) return suggested;
    const type = typeOf(plain);
    if (type === 'object') return makeObject(plain, at, depth);
    if (type === 'array') return makeArray(plain, name, at, depth);
    if (type === 'boolean') return nth % 2 === 1;
    if (type === 'null') return null;
    if (type === 'string') {
      const { text, isOpen } = sampleText(plain, name, attempt, nth) ?? {};
      if (text === undefined) throw new NoSample(`it needs a text of more characters than anybody writes ${describeMissing(at)}`);
      if (isOpen) open.push(at);
      return text;
    }
    const value = sampleNumber(plain, type === 'integer', nth);
    if (value === null) throw new NoSample(`no number fits ${describeMissing(at)}`);
    if (namesThing(name)) open.push(at);
    return value;
  }

  function suggestion(plain: JsonObject, nth: number): unknown {
    if ('const' in plain) return plain.const;
    const { default: usual, examples, enum: members } = plain;
    if (attempt === 0 && nth === 0 && usual !== undefined && usual !== null) return usual;
    if (attempt === 0 && Array.isArray(examples) && examples.length > nth) return examples[nth];
    if (!Array.isArray(members)) return undefined;
    const all: unknown[] = members;
    const some = all.some((each) => each !== null) ? all.filter((each) => each !== null) : all;
    if (!some.length) throw new NoSample('an enum of it has no members');
    return some[nth % some.length];
  }

  function makeObject(plain: JsonObject, at: string, depth: number): JsonObject {
    const properties = isObject(plain.properties) ? plain.properties : {};
    const required = new Set(Array.isArray(plain.required) ? plain.required.filter((each) => typeof each === 'string') : []);
    const least = typeof plain.minProperties === 'number' ? plain.minProperties : 0;
    const optional = Object.keys(properties).filter((name) => !required.has(name));
    const names = [...required, ...optional.slice(0, Math.max(0, least - required.size))];
    const schemaOf = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : {});
    return Object.fromEntries(names.map((name) => [name, make(schemaOf(name), name, at + pointer(name), depth + 1, 0)]));
  }

  function makeArray(plain: JsonObject, name: string, at: string, depth: number): unknown[] {
    const { items, prefixItems, contains, minItems, minContains } = plain;
    const needed = isObject(contains) ? (typeof minContains === 'number' ? minContains : 1) : 0;
    const least = Math.max(typeof minItems === 'number' ? minItems : 0, needed);
    if (least > MAX_ITEMS) throw new NoSample(`it needs ${least} items ${describeMissing(at)}`);
    const first: unknown[] = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
    const others = needed ? contains : Array.isArray(items) ? {} : items;
    // An item is called as its list is: `order_ids`. Those of one schema may have to differ.
    const item = (_: unknown, index: number) =>
      make(first[index] ?? others, name, at + pointer(index), depth + 1, index < first.length ? 0 : index);
    return Array.from({ length: least }, item);
  }
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** What is made: the first type that is not null; where none is named, what the other keywords are about. */
function typeOf({ type, ...more }: JsonObject): string {
  const named = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string' && TYPES.includes(each));
  const first = named.find((each) => each !== 'null') ?? named[0];
  if (first) return first;
  const speaks = (...keywords: string[]) => keywords.some((keyword) => keyword in more);
  if (speaks('properties', 'required', 'minProperties', 'additionalProperties')) return 'object';
  if (speaks('items', 'prefixItems', 'minItems', 'contains')) return 'array';
  return speaks('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? 'number' : 'string';
}
