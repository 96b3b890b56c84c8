import type { Reference, References } from './references.ts';

/** The references that lead back to where they stand: one for each way round. Linear, and without recursion of its own. */
export function recursiveRefs({ parts, structure, refs }: References): Reference[] {
  if (refs.length === 0) return [];
  const leading = new Map<number, Reference[]>();
  for (const ref of refs) leading.set(ref.from, [...(leading.get(ref.from) ?? []), ref]);
  const state: ('open' | 'done' | undefined)[] = parts.map(() => undefined);
  const found = new Set<Reference>();
  for (const start of parts.keys()) if (!state[start]) search(start);
  return [...found];

  function search(start: number): void {
    const path = [visit(start, undefined)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.steps[top.taken++];
      if (!next) {
        state[top.part] = 'done';
        path.pop();
      } else if (state[next.to] === 'open') {
        // A step down to a part that is still open: some reference below it led up here, and the last one is near.
        const by = next.by ?? path.findLast((step) => step.by)?.by;
        if (by) found.add(by);
      } else if (!state[next.to]) path.push(visit(next.to, next.by));
    }
  }

  function visit(part: number, by: Reference | undefined) {
    state[part] = 'open';
    const within = (structure.children[part] ?? []).map((to) => ({ to, by: undefined }));
    const along = (leading.get(part) ?? []).flatMap((ref) => (ref.to === undefined ? [] : [{ to: ref.to, by: ref }]));
    return { part, by, taken: 0, steps: [...along, ...within] };
  }
}
