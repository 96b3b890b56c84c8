import { isObject, type JsonObject, kindOf } from '../../../model/json.ts';
import { TYPES, typesOf } from '../layers.ts';
import type { Spot, Variant } from '../spot.ts';
import { kindWords, show } from '../words.ts';

/** The value as each of the types that are not allowed: a number as text, an object as the text of its JSON, null. */
export function typeVariants({ layers, words, value, isOptional }: Spot, root: JsonObject): Variant[] {
  const allowed = typesOf(layers[0]?.schema, root);
  // Where only branches say what the type is, it is all of them that say no.
  const breaks = 'type' in (layers[0]?.schema ?? {}) ? ['type', ...BREAKS] : [...BREAKS, 'type'];
  const wrong = TYPES.filter((type) => !allowed.has(type));
  return wrong.map((type) => {
    const made = asType(type, value);
    const instead = type === 'null' && isOptional ? 'left out' : kindWords(value);
    const about = `${words} is ${show(made)} instead of ${instead}`;
    return { name: `type-${type}`, kind: 'invalid', on: 'type', breaks, value: made, about };
  });
}

const BREAKS = ['anyOf', 'oneOf', 'enum', 'const', 'not'];

function asType(type: string, value: unknown): unknown {
  if (type === 'null') return null;
  if (type === 'boolean') return true;
  if (type === 'number') return Number.isFinite(Number(value)) && kindOf(value) === 'string' ? Number(value) : 1;
  if (type === 'array') return isObject(value) || JSON.stringify(value).length > 100 ? [] : [value];
  if (type === 'object') return {};
  const text = JSON.stringify(value);
  return text.length > 1_000 ? 'example' : text;
}
