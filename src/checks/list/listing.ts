import { isDeepStrictEqual } from 'node:util';
import type { Evidence, ProbeName } from '../../model/evidence.ts';
import { type Exchange, resultOf } from '../../model/exchange.ts';
import { quote, some } from '../../model/text.ts';
import { nameOf } from '../../model/tool.ts';

/** The tools of some pages of a list. */
export interface Listing {
  /** Declarations in their order. */
  tools: unknown[];
  /** True when the last page says that nothing follows. */
  complete: boolean;
}

/** Two readings of tools/list, of as many pages as both have; undefined when there are no two. */
export function twoListings(evidence: Evidence, probe: ProbeName): { first: Listing; second: Listing } | undefined {
  const pages = (exchanges: readonly Exchange[]) =>
    exchanges.filter((exchange) => exchange.method === 'tools/list' && Array.isArray(resultOf(exchange)?.tools));
  const [one, two] = [pages(evidence.lists.tools?.exchanges ?? []), pages(evidence.probes[probe] ?? [])];
  const shared = Math.min(one.length, two.length);
  if (shared === 0 || evidence.lists.tools?.stopped) return undefined;
  return { first: listing(one.slice(0, shared)), second: listing(two.slice(0, shared)) };
}

function listing(pages: readonly Exchange[]): Listing {
  const results = pages.map((page) => resultOf(page));
  return {
    tools: results.flatMap((result) => (Array.isArray(result?.tools) ? result.tools : [])),
    complete: results.at(-1)?.nextCursor === undefined,
  };
}

/**
 * What differs between two readings beside the order, as a sentence; undefined when nothing does. Of a list with more pages than
 * were read twice only the tools that stand in both are compared, as the others may have moved to another page.
 */
export function difference({ first, second }: { first: Listing; second: Listing }): string | undefined {
  const [one, two] = [byName(first.tools), byName(second.tools)];
  const whole = first.complete && second.complete;
  const gone = whole ? [...one.keys()].filter((name) => !two.has(name)) : [];
  const added = whole ? [...two.keys()].filter((name) => !one.has(name)) : [];
  const changed = [...one].filter(([name, tool]) => two.has(name) && !same(tool, two.get(name))).map(([name]) => name);
  const parts = [
    ...(gone.length ? [`${list(gone)} missing from the second`] : []),
    ...(added.length ? [`${list(added)} only in the second`] : []),
    ...(changed.length ? [`${list(changed)} declared differently`] : []),
  ];
  return parts.length ? parts.join(', ') : undefined;
}

function list(names: readonly string[]): string {
  return some(names.map((name) => quote(name, 60)));
}

function byName(tools: readonly unknown[]): Map<string, unknown> {
  return new Map(tools.map((tool, index) => [nameOf(tool, index), tool]));
}

/** The order of members is no difference; what is nested too deep to compare counts as the same. */
export function same(a: unknown, b: unknown): boolean {
  try {
    return isDeepStrictEqual(a, b);
  } catch {
    return true;
  }
}
