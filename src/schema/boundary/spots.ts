import { childOf, isObject, type JsonObject, keysIn, member } from '../../model/json.ts';
import { type Branch, branchesOf, type Child, childrenOf, namesIn, type SpotMaker } from './children.ts';
import { layersOf, listed, plainOf } from './layers.ts';
import { partValue } from './part-value.ts';
import { replacedIn } from './replaced.ts';
import type { Layer, Spot, Variant } from './spot.ts';
import { show } from './words.ts';

const MAX_SPOTS = 200;
const MAX_DEPTH = 6;

/** A spot, with what is needed to look into it. */
interface Node {
  spot: Spot;
  /** What speaks about it, without what that refers to; and the branches to take, by where `anyOf` or `oneOf` stands. */
  starts: readonly Layer[];
  picks: ReadonlyMap<string, number>;
  /** Where the schemas of the spots around it stand: one of them again is a recursion, which ends here. */
  above: ReadonlySet<string>;
  depth: number;
}

/**
 * The places in arguments that a schema says something about, from the outside to the inside: the arguments as a whole, their members,
 * the members and items of these, and the further branches of `anyOf` and `oneOf`.
 * @returns also the names of those for which no value is found, and how many places were left out because there are too many
 */
export function spotsOf(base: JsonObject, maker: SpotMaker): { spots: Spot[]; lost: string[]; left: number } {
  const lost: string[] = [];
  const nodes = [wholeOf(base, maker)];
  let left = 0;
  const add = (name: string, make: () => Node | null) => {
    const node = nodes.length < MAX_SPOTS ? make() : null;
    if (node) nodes.push(node);
    else if (nodes.length < MAX_SPOTS) lost.push(name);
    else left++;
  };
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    if (!node) break;
    const { spot, above, depth } = node;
    const isEnd = depth >= MAX_DEPTH || spot.layers.some(({ at }) => above.has(at));
    const within = isEnd ? { children: [], left: 0 } : childrenOf(spot, maker);
    left += within.left;
    for (const child of within.children) add(child.name, () => inside(node, child, maker));
    for (const branch of branchesOf(spot)) add(branch.name, () => onBranch(node, branch, maker));
  }
  return { spots: nodes.map(({ spot }) => spot), lost, left };
}

function wholeOf(base: JsonObject, { root }: SpotMaker): Node {
  const starts = [{ at: '', schema: root }];
  const layers = layersOf(starts, root, base, new Map());
  const shows: Variant = {
    name: 'base',
    kind: 'valid',
    on: 'type',
    about: 'the arguments are those that all others are made from',
    value: base,
  };
  const place = { name: '', words: '', property: '', place: '', base, value: base, isOptional: false };
  const spot: Spot = { ...place, layers, plain: plainOf(layers, root) ?? {}, isInBranch: hasBranches(layers), shows, branch: null };
  return { spot, starts, picks: new Map(), above: new Set(), depth: 0 };
}

function inside({ spot, above, depth, picks }: Node, child: Child, maker: SpotMaker): Node | null {
  const { starts, base: around, value: given, ...place } = child;
  const missed = maker.misses.get(child.name) ?? 0;
  const isGiven = given !== undefined && given !== null;
  const layers = layersOf(starts, maker.root, isGiven ? given : undefined, picks, missed);
  const plain = plainOf(layers, maker.root);
  // After a value that does not fit the next branch is taken; where there are none, another value.
  const value = isGiven ? given : plain && partValue(plain, child.property, maker, hasBranches(layers) ? 0 : missed);
  if (!plain || value === undefined || (isGiven && missed > 0)) return null;
  const base = isGiven ? around : withDependents(spot, child.property, replacedIn(around, keysIn(child.place), value), maker);
  const present: Variant = { name: 'present', kind: 'valid', on: 'type', about: `${child.words} is ${show(value)}`, value };
  const isInBranch = spot.isInBranch || hasBranches(layers);
  const shows = base === spot.base ? null : present;
  const ats = new Set([...above, ...spot.layers.map(({ at }) => at)]);
  return { spot: { ...place, layers, plain, base, value, isInBranch, shows, branch: null }, starts, picks, above: ats, depth: depth + 1 };
}

/** The same place, taking another branch. */
function onBranch({ spot, starts, picks, above, depth }: Node, { name, keyword, index, at, layer }: Branch, maker: SpotMaker): Node | null {
  const others = new Map([...picks, [at, index] as const]);
  const layers = layersOf(starts, maker.root, undefined, others);
  const branch = layersOf([layer], maker.root, undefined, others);
  const plain = plainOf(layers, maker.root);
  const made = plain && partValue(plain, spot.property, maker, maker.misses.get(name) ?? 0);
  if (!plain || made === undefined || (!spot.place && !isObject(made))) return null;
  const value = isObject(made) ? keeping(made, spot.value, namesIn(branch, 'properties')) : made;
  const base = replacedIn(spot.base, keysIn(spot.place), value);
  const about = `${spot.words ? `${spot.words} is` : 'the arguments are'} ${show(value)}, as branch ${index + 1} of ${keyword} allows`;
  const shows: Variant = { name: '', kind: 'valid', on: keyword, about, value };
  return { spot: { ...spot, name, layers, plain, base, value, shows, branch }, starts, picks: others, above, depth };
}

/** Arguments that hold a member, with what has to be there because the member is. */
function withDependents({ plain, place }: Spot, name: string, base: JsonObject, maker: SpotMaker): JsonObject {
  let whole = base;
  for (const needed of [plain.dependentRequired, plain.dependencies].flatMap((map) => listed(member(map, name)))) {
    if (typeof needed !== 'string') continue;
    const keys = [...keysIn(place), needed];
    const there = keys.reduce<unknown>((value, key) => childOf(value, key), whole);
    if (there === undefined) whole = replacedIn(whole, keys, partValue(member(plain.properties, needed) ?? {}, needed, maker) ?? null);
  }
  return whole;
}

/** Members of `made`, as they were before, apart from what a branch says something about. */
function keeping(made: JsonObject, before: unknown, own: ReadonlySet<string>): JsonObject {
  const kept = Object.keys(made).filter((name) => !own.has(name) && member(before, name) !== undefined);
  return { ...made, ...Object.fromEntries(kept.map((name) => [name, member(before, name)])) };
}

function hasBranches(layers: readonly Layer[]): boolean {
  return layers.some(({ schema }) => 'anyOf' in schema || 'oneOf' in schema);
}
