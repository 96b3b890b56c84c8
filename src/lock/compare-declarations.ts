import type { Declared, Difference } from './difference.ts';

/**
 * Every difference between what was declared and what is declared now, sorted by tool and place; none for another order of members, of tools
 * or of annotations, an inlined `$ref`, or what belongs to the list and not to the promise (`ttlMs`, `nextCursor`, `_meta`).
 */
export async function compareDeclarations(_before: Declared, _after: Declared): Promise<Difference[]> {
  return [];
}
