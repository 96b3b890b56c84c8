import { createHash } from 'node:crypto';
import microdiff, { type Difference } from 'microdiff';
import { canonicalJson } from '../model/canonical-json.ts';
import { isDeeperThan, isObject, member, pointer } from '../model/json.ts';
import { plural, shorten } from '../model/text.ts';

const SHOWN = 20;
/** Comparing recurses; no schema that a host takes is so deep. */
const MAX_LEVELS = 200;

/**
 * What has changed between two schemas, one line each by JSON pointer: `/properties/timeout/maximum: 120 → 60`. The order of keys is no
 * change, nor is that in `required`, `enum` and a list of types. At most 20 lines, then one with the number of the others.
 */
export function schemaChanges(before: unknown, after: unknown): string[] {
  if (isDeeperThan(before, MAX_LEVELS) || isDeeperThan(after, MAX_LEVELS)) return ['the schemas nest too deeply to be compared'];
  // Within an object, because what is compared need not be one.
  const changes = microdiff(comparable({ schema: before }), comparable({ schema: after }), { cyclesFix: false });
  const lines = changes.slice(0, SHOWN).map(line);
  return changes.length > SHOWN ? [...lines, `and ${plural(changes.length - SHOWN, 'more change')}`] : lines;
}

/**
 * What an agent's call depends on in a declaration, `sha256:` and 64 hex digits: name, both schemas, annotations. Titles, descriptions,
 * icons and `_meta` may change without making a recorded call stale.
 */
export function toolFingerprint(raw: unknown): string {
  const parts = ['name', 'inputSchema', 'outputSchema', 'annotations'].map((key) => member(raw, key) ?? null);
  // Written and read once more, because canonical JSON has no numbers like 1e400, and a declaration may.
  const json = canonicalJson(JSON.parse(JSON.stringify(parts)));
  return `sha256:${createHash('sha256').update(json).digest('hex')}`;
}

/** Lists in which order means nothing. */
const SETS = new Set(['required', 'enum', 'type']);
/** Stands for an item of a set, whose key is its JSON text. */
const ITEM = Symbol('item of a set');

/** A copy with sorted keys and sets for lists. Without a prototype, because the comparison takes inherited members for its own. */
function comparable(value: unknown, key = ''): object {
  const copy: Record<string, unknown> = Object.create(null);
  if (Array.isArray(value) && value.length && SETS.has(key)) for (const item of value) copy[JSON.stringify(item)] = ITEM;
  else if (Array.isArray(value)) return value.map((each) => (isContainer(each) ? comparable(each) : each));
  else if (isObject(value)) for (const name of Object.keys(value).sort()) copy[name] = part(value[name], name);
  return copy;
}

function part(value: unknown, key: string): unknown {
  return isContainer(value) ? comparable(value, key) : value;
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function line(change: Difference): string {
  const isItem = (change.type === 'CREATE' && change.value === ITEM) || (change.type === 'REMOVE' && change.oldValue === ITEM);
  const path = change.path.slice(1, isItem ? -1 : undefined);
  const at = shorten(pointer(...path), 160) || 'the schema';
  const text = (value: unknown) => shorten(isItem ? String(change.path.at(-1)) : written(value), 60);
  if (change.type === 'CREATE') return `${at}: ${text(change.value)} added`;
  if (change.type === 'REMOVE') return `${at}: ${text(change.oldValue)} removed`;
  return `${at}: ${text(change.oldValue)} → ${text(change.value)}`;
}

/** JSON again, sets as the lists that they were. */
function written(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (!isObject(each)) return each;
    const items = Object.keys(each);
    return items.length && items.every((item) => each[item] === ITEM) ? items.map((item) => JSON.parse(item)) : each;
  });
  return text ?? 'nothing';
}
