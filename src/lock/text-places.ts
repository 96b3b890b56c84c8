import { canonicalJson } from '../model/canonical-json.ts';
import { isObject, type JsonObject, member, pointer } from '../model/json.ts';

/** A schema within a schema, and what it describes. */
export interface Described {
  schema: unknown;
  /** JSON pointer to where it stands. */
  at: string;
  /** What it describes, the same whether an `allOf` or another branch leads there or not. */
  place: string;
  /** The same as a caller writes it: `filter.rows[].id`; empty at the root. */
  name: string;
}

/** Keywords that lead to one schema, but for `items`. */
const ONE = ['additionalItems', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else', 'contentSchema'];
const ONE_MORE = ['unevaluatedItems', 'unevaluatedProperties'];
const MAP = ['patternProperties', 'dependentSchemas'];

/** The schemas that stand directly in a schema, but for definitions. */
export function describedIn(schema: JsonObject, { at, place, name }: Described): Described[] {
  const part = (tokens: (string | number)[], child: unknown, more: Partial<Described> = {}): Described => {
    const path = pointer(...tokens);
    return { schema: child, at: at + path, place: place + path, name, ...more };
  };
  const isTuple = Array.isArray(schema.items);
  const tuple = isTuple ? 'items' : 'prefixItems';
  return [
    ...entriesOf(schema.properties).map(([key, child]) => part(['properties', key], child, { name: name === '' ? key : `${name}.${key}` })),
    ...MAP.flatMap((keyword) => entriesOf(schema[keyword]).map(([key, child]) => part([keyword, key], child))),
    ...[...ONE, ...ONE_MORE].map((keyword) => part([keyword], schema[keyword])),
    ...(isTuple ? [] : [part(['items'], schema.items, { name: `${name}[]` })]),
    ...listOf(schema[tuple]).map((child, index) =>
      part([tuple, index], child, { place: place + pointer('prefixItems', index), name: `${name}[${index}]` }),
    ),
    ...listOf(schema.allOf).map((child, index) => part(['allOf', index], child, { place })),
    ...['anyOf', 'oneOf'].flatMap((keyword) =>
      listOf(schema[keyword]).map((child, index) => part([keyword, index], child, { place: place + branchOf(child) })),
    ),
  ];
}

/** What a branch is told by, wherever it stands among the others: its one value, or those of its properties; empty when there is none. */
function branchOf(branch: unknown): string {
  const constants = entriesOf(member(branch, 'properties')).map(([key, child]) => [key, member(child, 'const')]);
  const told = [member(branch, 'const'), member(branch, 'enum'), ...constants.filter(([, value]) => value !== undefined)];
  return told.some((value) => value !== undefined) ? `=${canonicalJson(told)}` : '';
}

export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
