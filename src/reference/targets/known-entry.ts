import { distance } from 'fastest-levenshtein';
import { ToolError } from '../../kit/tool-error.ts';
import { quote, some } from '../../model/text.ts';
import type { ListEntry, PageMap, TargetEntry, TargetKind } from './target-map.ts';

const MOST_NAMES = 10;

/**
 * What the map knows by that name; with `kinds`, only if it is of one of them.
 * @throws ToolError `map_missing`, `unknown_target`
 */
export function entryOf(map: PageMap | null, name: string, kinds?: readonly TargetKind[]): TargetEntry {
  const { targets } = known(map);
  const entry = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (entry && (!kinds || kinds.includes(entry.kind))) return entry;
  const names = Object.keys(targets).filter((each) => !kinds || kinds.some((kind) => targets[each]?.kind === kind));
  const wanted = kinds?.join(' or ') ?? 'target';
  throw unknown(
    entry ? `the target ${quote(name)} is a ${entry.kind}, not a ${wanted}` : `there is no ${wanted} ${quote(name)} on this page`,
    name,
    names,
  );
}

/**
 * The list that the map knows by that name.
 * @throws ToolError `map_missing`, `unknown_target`
 */
export function listOf(map: PageMap | null, name: string): ListEntry {
  const { lists } = known(map);
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!list) throw unknown(`there is no list ${quote(name)} on this page`, name, Object.keys(lists));
  return list;
}

/**
 * The map of a page, where there is one.
 * @throws ToolError `map_missing`
 */
export function known(map: PageMap | null): PageMap {
  if (map) return map;
  throw new ToolError('map_missing', {
    message:
      'no target map knows this page, so nothing on it can be named: extract_text and screenshot work without one. The operator can add its path to a map',
  });
}

/** Names the nearest first. */
function unknown(seen: string, name: string, names: readonly string[]): ToolError {
  const nearest = [...names].sort((a, b) => distance(name, a) - distance(name, b));
  const there = nearest.length
    ? `known here: ${some(
        nearest.map((each) => quote(each)),
        MOST_NAMES,
      )}`
    : 'the map of this page knows none';
  return new ToolError('unknown_target', { message: `${seen}; ${there}` });
}
