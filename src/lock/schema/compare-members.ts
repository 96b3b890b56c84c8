import { nearest } from '../../model/nearest.ts';
import { quote } from '../../model/text.ts';
import { splitWords } from '../../model/word-match.ts';
import { compareUndeclared } from './compare-undeclared.ts';
import { areSame, type Compare, type Comparison, memberOf, subject, tell, type Where, within } from './comparison.ts';
import type { Facts } from './facts.ts';
import { type ObjectSide, objectSide, placeOf, schemaOf } from './object-side.ts';
import { type Node, onlyOf } from './source.ts';

/** Among more that are gone, or new, no renamed ones are looked for. */
const MAX_RENAMED = 20;

/** Compares the members of objects: their names, which have to be there, and the schemas of those that both have. */
export function compareMembers(compare: Compare, old: Facts, now: Facts, where: Where, c: Comparison): void {
  if (!old.kinds.has('object') || !now.kinds.has('object')) return;
  const [before, after] = [objectSide(old, c.before), objectSide(now, c.after)];
  const gone = [...before.names].filter((name) => !after.names.has(name));
  const added = [...after.names].filter((name) => !before.names.has(name));
  const siblings = [...after.names];
  const renamed = renamedAmong(gone, added, (one, two) => areSame(compare, before.node(one), after.node(two), where, c));
  for (const name of gone) tellGone(name, renamed.get(name), before, after, where, c);
  for (const name of added) tellNew(name, before, after, where, c);
  // What is required, and new or gone, has been told.
  const told = new Set([...added.filter((name) => !before.required.has(name)), ...gone.filter((name) => before.required.has(name))]);
  for (const name of new Set([...before.required.keys(), ...after.required.keys()]))
    if (!told.has(name)) tellRequired(name, before, after, where, c);
  for (const name of before.names)
    if (after.names.has(name)) compare(before.node(name), after.node(name), memberOf(where, name, siblings), c);
  compareUndeclared(compare, before, after, where, c);
  if (old.names.length || now.names.length) compare(asNames(old), asNames(now), within(where, ' (its names)'), c);
}

/** What each one that is gone may be called now: a new one of the same schema, the most alike of several, or the only new one at all. */
function renamedAmong(
  gone: readonly string[],
  added: readonly string[],
  areAlike: (old: string, now: string) => boolean,
): Map<string, string> {
  const renamed = new Map<string, string>();
  if (gone.length > MAX_RENAMED || added.length > MAX_RENAMED) return renamed;
  const [only, other] = [gone[0], added[0]];
  if (only !== undefined && other !== undefined && gone.length === 1 && added.length === 1) return renamed.set(only, other);
  const free = new Set(added);
  for (const name of gone) {
    const alike = [...free].filter((each) => areAlike(name, each));
    const now = alike.length > 1 ? (nearest(name, alike) ?? alike.find((each) => shareWord(name, each))) : alike[0];
    if (now === undefined) continue;
    free.delete(now);
    renamed.set(name, now);
  }
  return renamed;
}

/** `id` and `order_id`. */
function shareWord(one: string, two: string): boolean {
  const words = new Set(splitWords(one));
  return splitWords(two).some((word) => words.has(word));
}

function tellGone(name: string, now: string | undefined, before: ObjectSide, after: ObjectSide, where: Where, c: Comparison): void {
  const isInput = c.direction === 'input';
  const who = subject(memberOf(where, name, []), c);
  const other = now === undefined ? '' : `, ${isInput && after.required.has(now) ? 'required ' : ''}${quote(now, 80)} is new (renamed?)`;
  tell(c, 'member gone', {
    at: placeOf(before, name),
    message: `${isInput ? 'parameter ' : ''}${who} is gone${other}`,
    before: schemaOf(before.node(name)),
    after: null,
    ...(isInput && !after.closed ? { severity: 'warning' } : {}),
  });
}

function tellNew(name: string, before: ObjectSide, after: ObjectSide, where: Where, c: Comparison): void {
  const who = subject(memberOf(where, name, []), c);
  const what = { at: placeOf(after, name), before: null, after: schemaOf(after.node(name)) };
  if (c.direction === 'output') tell(c, 'member new', { ...what, message: `${who} is new` });
  else if (after.required.has(name) && !before.required.has(name))
    tell(c, 'required member new', { ...what, message: `required parameter ${who} is new` });
  else tell(c, 'member new', { ...what, message: `${after.required.has(name) ? '' : 'optional '}parameter ${who} is new` });
}

/** A member that is declared as before, or not at all. */
function tellRequired(name: string, before: ObjectSide, after: ObjectSide, where: Where, c: Comparison): void {
  const [was, is] = [before.required.has(name), after.required.has(name)];
  if (was === is) return;
  const who = subject(memberOf(where, name, []), c);
  const what = { at: placeOf(after, name) || placeOf(before, name), before: was, after: is };
  const isInput = c.direction === 'input';
  if (is)
    tell(c, 'member required', {
      ...what,
      message: isInput ? `parameter ${who} is required now` : `${who} is always there now`,
    });
  else
    tell(c, 'member optional', {
      ...what,
      message: isInput ? `parameter ${who} may be left out now` : `${who} may be missing now`,
    });
}

function asNames({ names, at }: Facts): Node {
  return [...names, onlyOf(['string'], at)];
}
