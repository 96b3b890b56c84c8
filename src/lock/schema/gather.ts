import { canonicalJson } from '../../model/canonical-json.ts';
import { isObject, type JsonObject, pointer } from '../../model/json.ts';
import { type BoundKeyword, boundIn, boundOf, stricter } from './bound.ts';
import { type Demand, type Facts, nothingSaid } from './facts.ts';
import { fold } from './fold.ts';
import { addItems, addMembers, addOpaque, listed, only } from './gather-parts.ts';
import { type Kind, kindOfValue, kindsOfType } from './kinds.ts';
import { isMade, keyOf, type Node, type Place, type Source, spend } from './source.ts';
import { TEXTS } from './texts.ts';
import { tidy } from './tidy.ts';

/** So many alternatives may stand in each other before they are compared as they are. */
const MAX_FOLDED = 12;

/** The facts of a node, gathered once. */
export function factsOf(node: Node, source: Source, folded = 0): Facts {
  const key = keyOf(node);
  const known = source.facts.get(key);
  if (known) return known;
  const facts = nothingSaid(node[0]?.at ?? '');
  const seen = new Set<string>();
  for (const place of node) add(facts, place, source, seen);
  // Known from here on, because a branch may lead back to where it stands.
  source.facts.set(key, facts);
  if (folded < MAX_FOLDED) fold(facts, (branch) => factsOf([branch], source, folded + 1));
  tidy(facts);
  return facts;
}

/** Adds what a schema says, and what those say that it refers to. */
function add(facts: Facts, place: Place, source: Source, seen: Set<string>): void {
  const { schema, at } = place;
  if (schema === false) facts.kinds.clear();
  if (!isObject(schema) || seen.has(at)) return;
  seen.add(at);
  spend(source, costOf(schema));
  const astray = source.astray.get(schema);
  if (astray) facts.opaque.push({ keyword: '$ref', key: astray.ref, parts: [], at: astray.at, value: astray.ref });
  for (const [keyword, value] of Object.entries(schema)) addKeyword(facts, keyword, value, schema, at);
  addMembers(facts, schema, at);
  addItems(facts, schema, at);
  addOpaque(facts, schema, at);
  for (const branch of [...listed(schema, 'allOf', at), ...only(schema, 'anyOf', at), ...only(schema, 'oneOf', at)])
    add(facts, branch, source, seen);
  const target = source.targets.get(schema);
  if (target) add(facts, target, source, seen);
}

/** What looking at a schema costs, about: listed values cost less than properties. */
function costOf({ properties, enum: values }: JsonObject): number {
  return 1 + (isObject(properties) ? Object.keys(properties).length : 0) + (Array.isArray(values) ? values.length / 10 : 0);
}

function addKeyword(facts: Facts, keyword: string, value: unknown, schema: JsonObject, at: string): void {
  const here = at + pointer(keyword);
  const bound = boundOf(keyword);
  if (bound) addBound(facts, bound, schema, at);
  else if (keyword === 'type') addType(facts, value, schema, here);
  else if (keyword === 'const') addValues(facts, [value], here);
  else if (keyword === 'enum' && Array.isArray(value)) addValues(facts, value, here);
  else if (keyword === 'required' && Array.isArray(value)) for (const name of value) facts.required.set(String(name), here);
  else if ((keyword === 'pattern' || keyword === 'format') && typeof value === 'string') demand(facts, keyword, value, here);
  else if (keyword === 'multipleOf' && typeof value === 'number') demand(facts, keyword, value, here);
  else if (keyword === 'uniqueItems') value === true && demand(facts, keyword, value, here);
  else if (keyword === 'propertyNames') facts.names.push({ schema: value, at: here });
  else if (keyword === 'dependentRequired' || keyword === 'dependencies') addDependent(facts, value, here);
  else if ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value)) {
    if (value.length > 1) facts.unions.push({ keyword, branches: listed(schema, keyword, at), at: here, value });
  } else if (keyword === 'contains') {
    const [min, max] = [Number(schema.minContains ?? 1), Number(schema.maxContains ?? Number.POSITIVE_INFINITY)];
    if (min > 0 || max < Number.POSITIVE_INFINITY) facts.contains.push({ part: { schema: value, at: here }, min, max, at: here });
  } else if (!KNOWN.has(keyword) && !TEXTS.has(keyword) && !(value === false && FLAGS.has(keyword)) && !facts.notes.has(keyword)) {
    facts.notes.set(keyword, { value, at: here });
  }
}

/** Keywords that are read elsewhere, or only name places. */
const KNOWN = new Set(
  `$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions $ref $dynamicRef $recursiveRef nullable allOf anyOf
  oneOf not if then else properties patternProperties additionalProperties unevaluatedProperties dependentSchemas required enum items
  prefixItems additionalItems unevaluatedItems minContains maxContains`.split(/\s+/),
);
/** Saying false is saying nothing. */
const FLAGS = new Set(['deprecated', 'readOnly', 'writeOnly']);

function addType(facts: Facts, value: unknown, schema: JsonObject, at: string): void {
  const names: unknown[] = [...(Array.isArray(value) ? value : [value]), ...(schema.nullable === true ? ['null'] : [])];
  const kinds = names.map(kindsOfType);
  if (!kinds.length || kinds.includes(undefined)) {
    facts.notes.set('type', { value, at });
    return;
  }
  if (!isMade(at)) facts.places.set('type', facts.places.get('type') ?? at);
  keepKinds(facts, kinds);
  if (names.includes('integer') && !names.includes('number')) facts.integer = true;
}

function keepKinds(facts: Facts, kinds: readonly (Kind | undefined)[]): void {
  for (const kind of facts.kinds) if (!kinds.includes(kind)) facts.kinds.delete(kind);
}

function addValues(facts: Facts, values: readonly unknown[], at: string): void {
  facts.places.set('enum', at);
  keepKinds(facts, values.map(kindOfValue));
  for (const kind of facts.kinds) {
    const before = facts.values.get(kind);
    const ofKind = values.filter((value) => kindOfValue(value) === kind).map((value): [string, unknown] => [canonicalJson(value), value]);
    facts.values.set(kind, new Map(before ? ofKind.filter(([json]) => before.has(json)) : ofKind));
  }
}

function addBound(facts: Facts, keyword: BoundKeyword, schema: JsonObject, at: string): void {
  const bound = boundIn(schema, keyword, at);
  if (bound) facts.bounds.set(keyword, stricter(keyword, facts.bounds.get(keyword), bound));
}

function demand(facts: Facts, keyword: Demand['keyword'], value: unknown, at: string): void {
  const key = `${keyword} ${canonicalJson(value)}`;
  if (!facts.demands.has(key)) facts.demands.set(key, { keyword, value, at });
}

function addDependent(facts: Facts, value: unknown, at: string): void {
  if (!isObject(value)) return;
  for (const [name, needs] of Object.entries(value)) {
    if (Array.isArray(needs)) for (const need of needs) demand(facts, 'dependentRequired', [name, need], at + pointer(name));
    else if (needs !== true)
      facts.opaque.push({
        keyword: 'dependencies',
        key: name,
        parts: [{ schema: needs, at: at + pointer(name) }],
        at: at + pointer(name),
        value: needs,
      });
  }
}
