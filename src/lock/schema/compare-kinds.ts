import { some } from '../../model/text.ts';
import { type Comparison, subject, tell, type Where } from './comparison.ts';
import type { Facts } from './facts.ts';
import { KINDS } from './kinds.ts';

/** Compares the types that are allowed. */
export function compareKinds(before: Facts, after: Facts, where: Where, c: Comparison): void {
  const gone = KINDS.filter((kind) => before.kinds.has(kind) && !after.kinds.has(kind));
  const added = KINDS.filter((kind) => after.kinds.has(kind) && !before.kinds.has(kind));
  const places = after.kinds.size ? [after.places.get('type'), after.places.get('enum'), before.places.get('type')] : [];
  const change = { at: places.find((place) => place !== undefined) ?? after.at, before: typeOf(before), after: typeOf(after) };
  const say = words(where, c);
  if (gone.length === 1 && gone[0] === 'null' && after.kinds.size) {
    tell(c, 'no null', { ...change, message: say.less('null') });
    gone.pop();
  }
  // Of listed numbers each is compared.
  const areListed = before.values.has('number') || after.values.has('number');
  const toWhole = after.integer && !before.integer && before.kinds.has('number') && !areListed;
  const fromWhole = before.integer && !after.integer && after.kinds.has('number') && !areListed;
  if (gone.length || toWhole) {
    const lost = namesOf(before).filter((name) => !namesOf(after).includes(name));
    const isOther = added.length > 0 || toWhole || !after.kinds.size || gone.length > 2;
    const message = isOther ? say.other(namesOf(after), lost) : say.less(some(lost));
    tell(c, added.length || !after.kinds.size ? 'other types' : 'fewer types', { ...change, message });
  } else if (added.length || fromWhole) {
    const more = namesOf(after).filter((name) => !namesOf(before).includes(name));
    tell(c, 'more types', { ...change, message: fromWhole ? say.wider(namesOf(after), namesOf(before)) : say.more(more) });
  }
}

/** Types as a schema names them. */
function namesOf({ kinds, integer }: Facts): string[] {
  return KINDS.filter((kind) => kinds.has(kind)).map((kind) => (kind === 'number' && integer ? 'integer' : kind));
}

/** The same as `type` has them; `any` for all. */
function typeOf(facts: Facts): unknown {
  const names = namesOf(facts);
  return names.length === KINDS.length ? 'any' : names.length === 1 ? names[0] : names;
}

/** So many types of six are as good as any. */
const ANY = 4;

function words(where: Where, c: Comparison) {
  const who = subject(where, c);
  const isInput = c.direction === 'input';
  return {
    less: (lost: string) => (isInput ? `${who} no longer takes ${lost}` : `${who} is never ${lost} any more`),
    other(now: readonly string[], lost: readonly string[]): string {
      const was = lost.length > ANY ? 'any type' : some(lost);
      return `${who} ${isInput ? 'takes' : 'is'} ${some(now) || 'nothing'}, ${isInput ? 'no longer' : 'was'} ${was}`;
    },
    more: (added: readonly string[]) => `${who} ${isInput ? 'takes' : 'may be'} ${added.length > ANY ? 'any type' : `${some(added)} too`}`,
    wider: (now: readonly string[], was: readonly string[]) => `${who} ${isInput ? 'takes' : 'may be'} ${some(now)}, not only ${some(was)}`,
  };
}
