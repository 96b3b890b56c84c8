import { hasMaximum } from '../../checks/design/bounds.ts';
import { numberKind } from '../../checks/design/number-words.ts';
import {
  BOUND_KEYWORDS,
  type Bound,
  type BoundKeyword,
  boundName,
  boundText,
  compareBounds as compareTwo,
  isUpper,
  kindOfBound,
  rounded,
} from './bound.ts';
import { type Comparison, subject, tell, type Where } from './comparison.ts';
import type { Facts } from './facts.ts';
import type { Kind } from './kinds.ts';

/** Compares what is largest, smallest, longest, shortest. */
export function compareBounds(before: Facts, after: Facts, listed: ReadonlySet<Kind>, where: Where, c: Comparison): void {
  const whole = before.integer || after.integer;
  for (const keyword of BOUND_KEYWORDS) {
    const kind = kindOfBound(keyword);
    if (!before.kinds.has(kind) || !after.kinds.has(kind) || listed.has(kind)) continue;
    const [old, now] = [before.bounds.get(keyword), after.bounds.get(keyword)];
    // Where one of the two takes whole numbers only, no other is in question.
    const round = (bound: Bound | undefined) => (bound && whole && kind === 'number' ? rounded(keyword, bound) : bound);
    const change = compareTwo(keyword, round(now), round(old));
    if (change !== 0) tellBound(keyword, old, now, change > 0, where, c);
  }
}

function tellBound(
  keyword: BoundKeyword,
  old: Bound | undefined,
  now: Bound | undefined,
  tighter: boolean,
  where: Where,
  c: Comparison,
): void {
  const what = { at: now?.at ?? old?.at ?? '', before: limitOf(keyword, old), after: limitOf(keyword, now) };
  const of = `the ${boundName(keyword)} of ${subject(where, c)}`;
  const message = `${of} is ${boundText(keyword, now)}, was ${boundText(keyword, old)}`;
  if (tighter) tell(c, 'tighter', { ...what, message });
  else if (isUnbounded(keyword, now) && !isUnbounded(keyword, old) && isWork(keyword, where))
    tell(c, 'without end', {
      ...what,
      message: now ? message : `${subject(where, c)} has no ${boundName(keyword)} any more, was ${boundText(keyword, old)}`,
    });
  else tell(c, 'looser', { ...what, message });
}

function limitOf(keyword: BoundKeyword, bound: Bound | undefined): unknown {
  return bound && (bound.exclusive ? boundText(keyword, bound) : bound.value);
}

/** The limit of a number type is as good as none. */
function isUnbounded(keyword: BoundKeyword, bound: Bound | undefined): boolean {
  return isUpper(keyword) && !(bound && hasMaximum({ maximum: bound.value }));
}

/** True for a bound that keeps one call from going on: on a number of things or a time, and on the length of a list. */
function isWork(keyword: BoundKeyword, { property, siblings }: Where): boolean {
  if (keyword === 'maxItems') return true;
  if (keyword !== 'maximum') return false;
  const kind = numberKind(property, '', siblings);
  return kind === 'amount' || kind === 'time';
}
