import type { Facts } from './facts.ts';
import { factsOf } from './gather.ts';
import type { Node, Source } from './source.ts';

/** True when no value fits two of the nodes. The second source is that of the first node, where it is another. */
export function areApart(nodes: readonly Node[], source: Source, first = source): boolean {
  return nodes.every((one, index) =>
    nodes
      .slice(index + 1)
      .every((two) => exclude(factsOf(one, index === 0 ? first : source), factsOf(two, source), [index === 0 ? first : source, source])),
  );
}

/** By types, by listed values, or by a member that has to be there with other listed values. */
function exclude(one: Facts, two: Facts, sources: readonly [Source, Source]): boolean {
  return [...one.kinds].every((kind) => {
    if (!two.kinds.has(kind)) return true;
    const [old, now] = [one.values.get(kind), two.values.get(kind)];
    if (old && now) return ![...old.keys()].some((json) => now.has(json));
    return kind === 'object' && haveOtherMarks(one, two, sources);
  });
}

/** `{kind: "a", …}` and `{kind: "b", …}`. */
function haveOtherMarks(one: Facts, two: Facts, [first, second]: readonly [Source, Source]): boolean {
  return [...one.required.keys()].some((name) => {
    if (!two.required.has(name)) return false;
    const [old, now] = [valuesOf(one, name, first), valuesOf(two, name, second)];
    return old !== undefined && now !== undefined && ![...old].some((json) => now.has(json));
  });
}

/** The values that a member may have, where they are listed; undefined where others may occur. */
function valuesOf({ members }: Facts, name: string, source: Source): Set<string> | undefined {
  const { kinds, values } = factsOf(
    members.flatMap((each) => each.properties.get(name) ?? []),
    source,
  );
  if ([...kinds].some((kind) => !values.has(kind))) return undefined;
  return new Set([...values.values()].flatMap((listed) => [...listed.keys()]));
}
