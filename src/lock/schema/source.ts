import { referencesOf } from '../../checks/schema/references.ts';
import { follow } from '../../model/follow-pointer.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import type { Facts } from './facts.ts';
import { TEXTS } from './texts.ts';

/** A schema, and where it stands: a JSON pointer into the declaration. */
export interface Place {
  schema: unknown;
  at: string;
}

/** Schemas that hold for one value together: an `allOf`, a `$ref` and what stands beside it. None at all allows everything. */
export type Node = readonly Place[];

/** A `$ref` that leads to no place within the schema. */
export interface Astray {
  ref: string;
  /** Pointer to the keyword. */
  at: string;
  /** True when it leads to the network. */
  remote: boolean;
}

/** One of the two schemas that are compared, and what is known of it so far. */
export interface Source {
  root: Place;
  /** Where references lead, by the schema that they stand in. */
  targets: ReadonlyMap<JsonObject, Place>;
  astray: ReadonlyMap<JsonObject, Astray>;
  /** By the places of a node. */
  facts: Map<string, Facts>;
  /** What reading it may still cost, in schemas, properties and listed values. */
  left: number;
}

/** A schema whose parts combine to more than this is not compared to its end. */
const MAX_COST = 60_000;

/** Thrown where comparing costs too much. */
export class TooLarge extends Error {}

/** @throws TooLarge when the rest is not enough */
export function spend(source: Source, cost: number): void {
  source.left -= cost;
  if (source.left < 0) throw new TooLarge();
}

/** Resolves the references of a schema: pointers, anchors and ids within it. Nothing is ever fetched. */
export function sourceOf(schema: unknown, side: 'inputSchema' | 'outputSchema'): Source {
  const { parts, refs } = referencesOf({ index: 0, name: '', raw: { [side]: schema }, bytes: 0, numbers: {}, source: null }, side);
  const targets = new Map<JsonObject, Place>();
  const astray = new Map<JsonObject, Astray>();
  for (const { from, to, at, ref, kind } of refs) {
    const holder = parts[from]?.schema;
    if (!holder) continue;
    const target = to === undefined ? (kind === 'local' ? pointedAt(schema, ref, side) : undefined) : parts[to];
    if (target) targets.set(holder, target);
    else astray.set(holder, { ref, at, remote: kind === 'remote' });
  }
  return { root: { schema, at: `/${side}` }, targets, astray, facts: new Map(), left: MAX_COST };
}

/** A schema that is not in the declaration: no value but of these types. */
export function onlyOf(types: readonly string[], at: string): Place {
  return { schema: { type: types }, at: `${at}\0${types.join('+')}` };
}

/** True for a place that is not in the declaration. */
export function isMade(at: string): boolean {
  return at.includes('\0');
}

/** Tells nodes apart: by their places. */
export function keyOf(node: Node): string {
  return node.map(({ at }) => at).join('\n');
}

/** Where a node leads that says nothing itself but a reference: two that lead to one place are one node. */
export function settled(node: Node, { targets }: Source): Node {
  return node.map((place) => {
    let here = place;
    for (let step = 0; step < MAX_REFERENCES && isObject(here.schema) && isReference(here.schema); step++) {
      const target = targets.get(here.schema);
      if (!target) break;
      here = target;
    }
    return here;
  });
}

const MAX_REFERENCES = 20;

function isReference(schema: JsonObject): boolean {
  return Object.keys(schema).every((keyword) => keyword.startsWith('$') || TEXTS.has(keyword));
}

/** What stands under no keyword that holds schemas, and what is only true or false. */
function pointedAt(root: unknown, ref: string, side: string): Place | undefined {
  const at = ref.slice(ref.indexOf('#') + 1);
  const { found, value } = follow(root, at);
  return found && (isObject(value) || typeof value === 'boolean') ? { schema: value, at: `/${side}${at}` } : undefined;
}
