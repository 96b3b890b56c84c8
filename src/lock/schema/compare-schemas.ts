import { isDeeperThan, isObject } from '../../model/json.ts';
import { shorten } from '../../model/text.ts';
import type { Difference } from '../difference.ts';
import type { Direction } from './changes.ts';
import { compareNodes } from './compare-nodes.ts';
import type { Comparison, Found } from './comparison.ts';
import { onlyOf, type Source, sourceOf, TooLarge } from './source.ts';

/** So deep schemas can stand in each other; validators have the stack for no more. */
const MAX_LEVELS = 500;
/** More differences of one schema tell nothing new. */
const MAX_DIFFERENCES = 500;

/**
 * The differences between two input or output schemas of a tool, but for texts (titles, descriptions, examples). Only what the schemas
 * promise counts, however it is written down: another order, an inlined `$ref`, `const` for an enum of one and the like are no difference.
 * What cannot be told from the schemas is `schema-undecided`.
 */
export function compareSchemas(tool: string, before: unknown, after: unknown, direction: Direction): Difference[] {
  const side = direction === 'input' ? 'inputSchema' : 'outputSchema';
  const isTooDeep = [before, after].some((schema) => isDeeperThan(schema, MAX_LEVELS));
  if (!isTooDeep && JSON.stringify(before) === JSON.stringify(after)) return [];
  if (direction === 'output' && (before === undefined || after === undefined)) return [outputAppears(tool, before, after)];
  const undecided = (why: string): Difference => ({
    rule: 'schema-undecided',
    tool,
    at: `/${side}`,
    message: `the ${direction} schema changed, and ${why}`,
    before: before ?? null,
    after: after ?? null,
  });
  if (![before, after].every((schema) => schema === undefined || typeof schema === 'boolean' || isObject(schema)))
    return [undecided('cannot be compared: it is no schema')];
  if (isTooDeep) return [undecided(`nests more than ${MAX_LEVELS} levels deep: too deep to be compared`)];
  const c: Comparison = {
    tool,
    direction,
    before: sourceOf(before, side),
    after: sourceOf(after, side),
    found: [],
    open: new Set(),
    told: new Set(),
    same: new Set(),
    assumed: { times: 0 },
  };
  const reason = compareAll(c);
  return [...networkRefs(c), ...distinct(c.found), ...(reason ? [undecided(reason)] : [])];
}

/** Why not everything could be compared; undefined where it was. */
function compareAll(c: Comparison): string | undefined {
  try {
    // Arguments and results are objects, whether a schema says so or not.
    const root = ({ root }: Source) => [root, onlyOf(['object'], root.at)];
    compareNodes(root(c.before), root(c.after), { name: '', property: '', siblings: [], depth: 0 }, c);
    return undefined;
  } catch (error) {
    if (error instanceof TooLarge) return 'is too large to be compared to its end';
    throw error;
  }
}

function outputAppears(tool: string, before: unknown, after: unknown): Difference {
  const isNew = before === undefined;
  return {
    rule: isNew ? 'output-schema-added' : 'output-changed',
    tool,
    at: '/outputSchema',
    message: isNew ? 'an output schema is new: clients validate results from now on' : 'the output schema is gone',
    before: before ?? null,
    after: after ?? null,
  };
}

/** References to the network that were not there before. */
function networkRefs({ tool, before, after }: Comparison): Difference[] {
  const known = new Set([...before.astray.values()].map(({ ref }) => ref));
  const added = [...after.astray.values()].filter(({ ref, remote }) => remote && !known.has(ref));
  return added.slice(0, MAX_DIFFERENCES).map(({ ref, at }) => ({
    rule: 'network-ref',
    tool,
    at,
    message: `$ref leads to ${shorten(ref, 120)}`,
    before: null,
    after: ref,
  }));
}

/** A definition that several places use has changed once. */
function distinct(found: readonly Found[]): Difference[] {
  const byChange = new Map<string, Difference>();
  for (const { effect: _effect, ...difference } of found) {
    const key = JSON.stringify([difference.rule, difference.at, difference.before, difference.after]);
    if (!byChange.has(key)) byChange.set(key, difference);
  }
  return [...byChange.values()].slice(0, MAX_DIFFERENCES);
}
