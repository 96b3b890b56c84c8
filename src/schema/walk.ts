import { isObject, type JsonObject, pointer } from '../model/json.ts';

/** One schema within a schema. */
export interface SubSchema {
  /** JSON pointer from where the walk began. */
  at: string;
  schema: JsonObject;
  /** The name of the property it describes; null when it is no property's own schema. */
  property: string | null;
  /** 0 at the root. */
  depth: number;
  /** True while only `properties` was walked through: a client can find it without evaluating anything. */
  reachable: boolean;
}

/** Keywords whose value is one schema, a list of schemas, or a map of schemas (2020-12 and draft-07 together). */
const ONE = ['items', 'additionalItems', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'];
const ONE_MORE = ['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const MAP = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Bounds of a walk: a hostile declaration must not cost more than a large honest one. */
export const MAX_DEPTH = 64;
export const MAX_SCHEMAS = 20_000;

/**
 * Every schema within `root`, itself first, in document order, without following `$ref`. Stops after MAX_SCHEMAS and
 * below MAX_DEPTH. `at` begins with `base`.
 */
export function walk(root: unknown, base = ''): SubSchema[] {
  const found: SubSchema[] = [];
  visit(root, base, null, 0, true);
  return found;

  function visit(schema: unknown, at: string, property: string | null, depth: number, reachable: boolean): void {
    if (!isObject(schema) || depth > MAX_DEPTH || found.length >= MAX_SCHEMAS) return;
    found.push({ at, schema, property, depth, reachable });
    for (const [keyword, value] of Object.entries(schema)) {
      const here = at + pointer(keyword);
      if (MAP.includes(keyword) && isObject(value)) {
        const isProperties = keyword === 'properties';
        for (const [name, child] of Object.entries(value))
          visit(child, here + pointer(name), isProperties ? name : null, depth + 1, reachable && isProperties);
      } else if (LIST.includes(keyword) && Array.isArray(value)) {
        value.forEach((child, index) => {
          visit(child, here + pointer(index), null, depth + 1, false);
        });
      } else if (ONE.includes(keyword) || ONE_MORE.includes(keyword)) {
        visit(value, here, null, depth + 1, false);
      }
    }
  }
}
