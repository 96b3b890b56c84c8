import { takeFirst } from '../../model/take-first.ts';
import { shorten } from '../../model/text.ts';
import { areSame, type Compare, type Comparison, subject, tell, type Where, within } from './comparison.ts';
import type { Facts, Opaque } from './facts.ts';

/**
 * Compares keywords that can only be equal or not (`not`, `if`, references that lead nowhere). False when what a node allows is unknown on
 * one side, so that nothing more can be said.
 */
export function compareOpaque(compare: Compare, before: Facts, after: Facts, where: Where, c: Comparison): boolean {
  if (!before.opaque.length && !after.opaque.length) return true;
  const now = [...after.opaque];
  const gone = before.opaque.filter((old) => !takeFirst(now, (each) => isSame(old, each)));
  const astray = [...gone, ...now].filter(({ keyword }) => keyword === '$ref');
  if (astray.length) {
    tellAstray(gone, now, before, after, where, c);
    return false;
  }
  for (const keyword of new Set([...gone, ...now].map((each) => each.keyword))) {
    const [old, added] = [gone, now].map((list) => list.find((each) => each.keyword === keyword));
    tellChanged(keyword, old, added, where, c);
  }
  return true;

  function isSame(one: Opaque, two: Opaque): boolean {
    if (one.keyword !== two.keyword || one.key !== two.key) return false;
    return one.parts.every((part, index) => areSame(compare, [part], two.parts.slice(index, index + 1), within(where, ''), c));
  }
}

/** What stands where a reference leads nowhere, or to the network. A new one to the network is told for the whole schema. */
function tellAstray(gone: readonly Opaque[], now: readonly Opaque[], before: Facts, after: Facts, where: Where, c: Comparison): void {
  const [old, added] = [gone, now].map((list) => list.find(({ keyword }) => keyword === '$ref'));
  if (added && [...c.after.astray.values()].some(({ at, remote }) => remote && at === added.at)) return;
  const ref = `what $ref ${shorten(String((added ?? old)?.value), 80)} says, which is not in the schema: it cannot be compared`;
  tell(c, 'unclear', {
    at: (added ?? old)?.at ?? after.at,
    message: `${subject(where, c)} ${added ? 'is' : 'was'} ${ref}`,
    before: old?.value ?? before.at,
    after: added?.value ?? null,
  });
}

/** What is asked for in addition narrows, or changes nothing; what is no longer asked for widens. */
function tellChanged(keyword: string, old: Opaque | undefined, now: Opaque | undefined, where: Where, c: Comparison): void {
  const what = { at: (now ?? old)?.at ?? '', before: old?.value, after: now?.value };
  const who = subject(where, c);
  if (!now)
    tell(c, 'less asked', {
      ...what,
      message: `what ${keyword} asked of ${who} is not asked any more`,
    });
  else if (!old && c.direction === 'output')
    tell(c, 'perhaps more asked', {
      ...what,
      message: `${keyword} says more of ${who} than before`,
    });
  else
    tell(c, 'unclear', {
      ...what,
      message: `${keyword} of ${who} ${old ? 'changed' : 'is new'}, and whether it ${
        c.direction === 'input' ? 'takes less' : 'may be more'
      } cannot be told from the schemas`,
    });
}
