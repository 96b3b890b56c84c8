import { isObject, keysIn, member } from '../../model/json.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import type { SubSchema } from '../../schema/walk.ts';
import { partsOf, type Side } from './parts.ts';
import { type Structure, structureOf } from './structure.ts';

/** A `$ref` in a schema. Nothing is ever fetched. */
export interface Reference {
  /** Pointer to the keyword. */
  at: string;
  ref: string;
  /** local: it leads to a place in the schema · dangling: to none · remote: to the network. */
  kind: 'local' | 'dangling' | 'remote';
  /** Positions of the part it stands in, and of the part it leads to when that is one. */
  from: number;
  to: number | undefined;
}

export interface References {
  parts: readonly SubSchema[];
  structure: Structure;
  refs: Reference[];
  /** What `usedParts` found. */
  used?: readonly SubSchema[];
}

const KEYWORDS = ['$ref', '$dynamicRef', '$recursiveRef'];
/** Stands for the address of a schema that has none. */
const HERE = 'http://schema.invalid/';

const known = new WeakMap<readonly SubSchema[], References>();

/** Every reference of one of a tool's schemas, resolved. */
export function referencesOf(tool: ToolDeclaration, side: Side): References {
  const parts = partsOf(tool, side);
  const references = known.get(parts) ?? resolveAll(parts);
  known.set(parts, references);
  return references;
}

/**
 * The parts of the inputSchema that describe arguments: without definitions that nothing refers to. Generated schemas carry many of those,
 * and what reads a schema to convert it never meets them.
 */
export function usedParts(tool: ToolDeclaration): readonly SubSchema[] {
  const references = referencesOf(tool, 'inputSchema');
  references.used ??= usedOf(references);
  return references.used;
}

function usedOf({ parts, structure, refs }: References): readonly SubSchema[] {
  if (!structure.keyword.some(isDefinition)) return parts;
  const leads = new Map<number, number[]>();
  for (const { from, to } of refs) if (to !== undefined) leads.set(from, [...(leads.get(from) ?? []), to]);
  const used = new Set<number>();
  const open = [0];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (used.has(part)) continue;
    used.add(part);
    const within = (structure.children[part] ?? []).filter((child) => !isDefinition(structure.keyword[child] ?? ''));
    open.push(...within, ...(leads.get(part) ?? []));
  }
  return parts.filter((_, index) => used.has(index));
}

function isDefinition(keyword: string): boolean {
  return keyword === '$defs' || keyword === 'definitions';
}

function resolveAll(parts: readonly SubSchema[]): References {
  const structure = structureOf(parts);
  const refs: Reference[] = [];
  // Most schemas have none: they are not looked at further.
  if (parts.some(({ schema }) => KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword)))) {
    const places = placesOf(parts, structure);
    for (const [from, { at, schema }] of parts.entries())
      for (const keyword of KEYWORDS) {
        const ref = member(schema, keyword);
        if (typeof ref === 'string') refs.push({ at: `${at}/${keyword}`, ref, from, ...resolve(ref, from, places) });
      }
  }
  return { parts, structure, refs };
}

interface Places {
  parts: readonly SubSchema[];
  /** The part whose `$id` each part's references count from. */
  home: number[];
  /** Addresses of the parts with an `$id`, and of the root. */
  address: Map<number, string>;
  byAddress: Map<string, number>;
  byAnchor: Map<string, number>;
  byObject: Map<unknown, number>;
}

function placesOf(parts: readonly SubSchema[], { parent }: Structure): Places {
  const places: Places = { parts, home: [], address: new Map(), byAddress: new Map(), byAnchor: new Map(), byObject: new Map() };
  for (const [index, { schema }] of parts.entries()) {
    const outer = places.home[parent[index] ?? -1] ?? 0;
    const { $id } = schema;
    const isAddress = typeof $id === 'string' && !$id.startsWith('#');
    places.home.push(isAddress || index === 0 ? index : outer);
    if (isAddress || index === 0) {
      const address = absolute(isAddress ? $id : '', places.address.get(outer) ?? HERE) ?? HERE;
      places.address.set(index, address);
      places.byAddress.set(address, index);
    }
    // Until draft-07 an anchor was an $id that began with "#".
    const anchors = [schema.$anchor, schema.$dynamicAnchor, typeof $id === 'string' && $id.startsWith('#') ? $id.slice(1) : undefined];
    for (const anchor of anchors) if (typeof anchor === 'string') places.byAnchor.set(anchor, index);
    places.byObject.set(schema, index);
  }
  return places;
}

function resolve(ref: string, from: number, places: Places): { kind: Reference['kind']; to: number | undefined } {
  const [uri = '', ...rest] = ref.split('#');
  const fragment = rest.join('#');
  const home = places.home[from] ?? 0;
  const address = absolute(uri, places.address.get(home) ?? HERE);
  const document = uri === '' ? home : address === undefined ? undefined : places.byAddress.get(address);
  if (document === undefined) return { kind: address && isNetwork(address) ? 'remote' : 'dangling', to: undefined };
  // A tool's author counts from the root, whatever $id stands in between: both are taken.
  for (const start of uri === '' ? [document, 0] : [document]) {
    const target = lookUp(fragment, places.parts[start]?.schema, places);
    if (isObject(target)) return { kind: 'local', to: places.byObject.get(target) };
    if (typeof target === 'boolean') return { kind: 'local', to: undefined };
  }
  return { kind: 'dangling', to: undefined };
}

function lookUp(fragment: string, root: unknown, places: Places): unknown {
  if (fragment === '') return root;
  const plain = decoded(fragment);
  if (!plain.startsWith('/')) return places.parts[places.byAnchor.get(plain) ?? -1]?.schema;
  let value = root;
  for (const key of keysIn(plain)) {
    value = Array.isArray(value) ? (/^\d{1,9}$/.test(key) ? value[Number(key)] : undefined) : member(value, key);
  }
  return value;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function absolute(uri: string, base: string): string | undefined {
  try {
    const url = new URL(uri, base);
    url.hash = '';
    return url.href;
  } catch {
    return undefined;
  }
}

function isNetwork(address: string): boolean {
  return /^(https?|ftp):/.test(address) && !address.startsWith(HERE);
}
