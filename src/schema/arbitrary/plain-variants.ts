import { isObject, type JsonObject } from '../../model/json.ts';
import { NoSample } from '../sample/no-sample.ts';
import { plainSchema } from '../sample/plain-schema.ts';

/** So many branches of combinators are tried. */
const MAX_BRANCHES = 4;

/** The schema as it speaks of one value directly, once for each branch of its combinators. */
export function variants(schema: unknown, root: JsonObject): JsonObject[] {
  const isPlain = isObject(schema) && !['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(schema, keyword));
  if (isPlain) return [schema];
  const found: JsonObject[] = [];
  for (let branch = 0; branch < MAX_BRANCHES; branch++) {
    try {
      const plain = plainSchema(schema, root, branch);
      if (!found.some((each) => isSame(each, plain))) found.push(plain);
    } catch (error) {
      if (!(error instanceof NoSample)) throw error;
    }
  }
  return found;
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

const ABOUT: Record<string, readonly string[]> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'contains', 'uniqueItems'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

/** The types that it names, null last; else what its keywords are about. */
export function typesOf({ type, ...more }: JsonObject): unknown[] {
  if (Array.isArray(type)) return [...type.filter((each) => each !== 'null'), ...type.filter((each) => each === 'null')].slice(0, 7);
  if (type !== undefined) return [type];
  const about = Object.keys(ABOUT).filter((each) => ABOUT[each]?.some((keyword) => keyword in more));
  return about.length ? about : ['string'];
}
