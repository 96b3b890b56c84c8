import { quote } from '../../model/text.ts';
import { type Compare, type Comparison, subject, tell, type Where, within } from './comparison.ts';
import { type ObjectSide, schemaOf } from './object-side.ts';

/** Compares what may stand in an object beside its declared members: those named by a pattern, and all others. */
export function compareUndeclared(compare: Compare, before: ObjectSide, after: ObjectSide, where: Where, c: Comparison): void {
  comparePatterns(compare, before, after, where, c);
  compareAdditional(compare, before, after, where, c);
}

function comparePatterns(compare: Compare, before: ObjectSide, after: ObjectSide, where: Where, c: Comparison): void {
  for (const pattern of new Set([...before.patterns, ...after.patterns])) {
    const [old, now] = [before.ofPattern(pattern), after.ofPattern(pattern)];
    if (old.length && now.length) {
      compare(old, now, within(where, '.*'), c);
      continue;
    }
    const what = { at: (now[0] ?? old[0])?.at ?? '', before: schemaOf(old), after: schemaOf(now) };
    const names = `${where.name ? `members of ${subject(where, c)}` : c.direction === 'input' ? 'arguments' : 'result fields'} named like ${quote(pattern, 60)}`;
    if (!before.closed || !after.closed)
      tell(c, 'unclear', {
        ...what,
        message: `what ${names} may be has changed, and whether that is less cannot be told from the schemas`,
      });
    else if (now.length) tell(c, 'member new', { ...what, message: `${names} are new` });
    else tell(c, 'member gone', { ...what, message: `${names} are gone` });
  }
}

function compareAdditional(compare: Compare, before: ObjectSide, after: ObjectSide, where: Where, c: Comparison): void {
  if (before.closed && after.closed) return;
  if (before.closed === after.closed) {
    compare(before.additional, after.additional, within(where, '.*'), c);
    return;
  }
  const what = {
    at: (after.additional[0] ?? before.additional[0])?.at ?? '',
    before: schemaOf(before.additional),
    after: schemaOf(after.additional),
  };
  const isInput = c.direction === 'input';
  const who = where.name ? `members of ${subject(where, c)}` : isInput ? 'arguments' : 'result fields';
  if (after.closed)
    tell(c, 'closed', {
      ...what,
      message: `${who} that are not declared ${isInput ? 'are refused now' : 'do not occur any more'}`,
    });
  else
    tell(c, 'opened', {
      ...what,
      message: `${who} that are not declared ${isInput ? 'are taken' : 'may occur'} now`,
    });
}
