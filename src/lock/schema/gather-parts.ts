import { isObject, type JsonObject, member, pointer } from '../../model/json.ts';
import type { Facts } from './facts.ts';
import type { Place } from './source.ts';

/** `properties` and what else speaks of members. */
export function addMembers(facts: Facts, schema: JsonObject, at: string): void {
  const additional = member(schema, 'additionalProperties');
  const properties = placesIn(schema, 'properties', at);
  const patterns = placesIn(schema, 'patternProperties', at);
  if (!properties.size && !patterns.size && additional === undefined) return;
  facts.members.push({
    properties,
    patterns,
    additional: additional === undefined ? undefined : { schema: additional, at: `${at}/additionalProperties` },
  });
}

/** `items`, `prefixItems` and the older forms. */
export function addItems(facts: Facts, schema: JsonObject, at: string): void {
  const { items, prefixItems } = schema;
  const tuple = Array.isArray(prefixItems) ? 'prefixItems' : Array.isArray(items) ? 'items' : null;
  const rest = tuple === 'items' ? 'additionalItems' : 'items';
  if (!tuple && items === undefined) return;
  facts.items.push({
    prefix: tuple ? listed(schema, tuple, at) : [],
    rest: schema[rest] === undefined ? undefined : { schema: schema[rest], at: at + pointer(rest) },
  });
}

/** Keywords of which two can only be compared for being equal. */
export function addOpaque(facts: Facts, schema: JsonObject, at: string): void {
  const add = (keyword: string, key: string, parts: Place[], value: unknown = schema[keyword]) =>
    facts.opaque.push({ keyword, key, parts, at: at + pointer(keyword), value });
  const part = (keyword: string): Place => ({ schema: schema[keyword] ?? true, at: at + pointer(keyword) });
  // What is not anything is nothing.
  if (schema.not === true || (isObject(schema.not) && !Object.keys(schema.not).length)) facts.kinds.clear();
  else if (schema.not !== undefined && schema.not !== false) add('not', '', [part('not')]);
  if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined)) {
    const { if: condition, then, else: otherwise } = schema;
    add('if', '', [part('if'), part('then'), part('else')], { if: condition, then, else: otherwise });
  }
  for (const [name, place] of placesIn(schema, 'dependentSchemas', at)) add('dependentSchemas', name, [place]);
  for (const keyword of ['unevaluatedProperties', 'unevaluatedItems'])
    if (schema[keyword] !== undefined && schema[keyword] !== true) add(keyword, '', [part(keyword)]);
}

function placesIn(schema: JsonObject, keyword: string, at: string): Map<string, Place> {
  const value = member(schema, keyword);
  const entries = isObject(value) ? Object.entries(value) : [];
  return new Map(entries.map(([name, child]) => [name, { schema: child, at: at + pointer(keyword, name) }]));
}

/** The schemas in a list. */
export function listed(schema: JsonObject, keyword: string, at: string): Place[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value.map((child, index) => ({ schema: child, at: at + pointer(keyword, index) })) : [];
}

/** The branch of a choice that leaves none. */
export function only(schema: JsonObject, keyword: string, at: string): Place[] {
  const branches = listed(schema, keyword, at);
  return branches.length === 1 ? branches : [];
}
