import type { SubSchema } from '../../schema/walk.ts';

/** How the parts of a walked schema hang together, by their positions in the walk. */
export interface Structure {
  /** The part that each stands in; -1 for the root. */
  parent: number[];
  /** The keyword of the parent that leads to each; empty for the root. */
  keyword: string[];
  children: number[][];
}

/** Parents and children of a walk, which lists each part before what stands in it. Linear. */
export function structureOf(parts: readonly SubSchema[]): Structure {
  const structure: Structure = { parent: [], keyword: [], children: parts.map(() => []) };
  const open: number[] = [];
  for (const [index, { at, depth }] of parts.entries()) {
    open.length = depth;
    const parent = open[depth - 1] ?? -1;
    open[depth] = index;
    structure.parent.push(parent);
    structure.keyword.push(parent < 0 ? '' : (at.slice(parts[parent]?.at.length).split('/', 2)[1] ?? ''));
    structure.children[parent]?.push(index);
  }
  return structure;
}
