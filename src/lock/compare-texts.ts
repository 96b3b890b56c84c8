import { ordersIn } from '../checks/trust/orders.ts';
import { groupBy } from '../model/group.ts';
import type { JsonObject } from '../model/json.ts';
import { quote, shorten, some } from '../model/text.ts';
import type { Difference } from './difference.ts';
import { flatTexts } from './flat-texts.ts';
import { isSame } from './is-same.ts';
import { type DeclaredText, type DeclaredTexts, SIDES, type Side, textsOf } from './texts.ts';
import { wordDiff } from './word-diff.ts';

/** So much of a text that is new is quoted, in characters. */
const MAX_QUOTED = 300;

/**
 * What a model reads and did not read before: every text that changed or is new where there was a place for it, and what is gone. The
 * texts of a new parameter come with it: they are told only where they give orders to the model.
 * @param before null for a tool that is new
 */
export function compareTexts(tool: string, before: JsonObject | null, after: JsonObject): Difference[] {
  const sides = SIDES.filter((side) => !before || !isSame(before[side], after[side]));
  const [old, now] = [textsOf(before, sides), textsOf(after, sides)];
  const unread = sides.filter((side) => old.unread.has(side) || now.unread.has(side));
  if (!unread.length) return compareRead(tool, old, now, before === null);
  const read = sides.filter((side) => !unread.includes(side));
  return [
    ...compareRead(tool, textsOf(before, read), textsOf(after, read), before === null),
    ...unread.flatMap((side) => compareUnread(tool, side, before, after)),
  ];
}

/** The texts place by place. */
function compareRead(tool: string, old: DeclaredTexts, now: DeclaredTexts, isNew: boolean): Difference[] {
  const [byPlace, nowByPlace] = [groupBy(old.texts, keyOf), groupBy(now.texts, keyOf)];
  const found: Difference[] = [];
  for (const key of new Set([...byPlace.keys(), ...nowByPlace.keys()])) {
    const [gone, added] = unequal(byPlace.get(key) ?? [], nowByPlace.get(key) ?? []);
    for (let index = 0; index < Math.max(gone.length, added.length); index++) {
      const [was, is] = [gone[index], added[index]];
      if (was && is) found.push(changed(tool, was, is));
      else if (is) found.push(...appeared(tool, is, old.places.has(is.place)));
      else if (was && now.places.has(was.place)) found.push(disappeared(tool, was));
    }
  }
  const known = new Set([...old.texts, ...old.loose].map(({ text }) => text));
  found.push(...now.loose.filter(({ text }) => !known.has(text)).flatMap((text) => appeared(tool, text, !isNew)));
  return once(found);
}

/** One text as it was and as it is, where there was a place for it on both sides. */
export function compareText(tool: string | null, was: DeclaredText | undefined, is: DeclaredText | undefined): Difference[] {
  if (was && is) return was.text === is.text ? [] : [changed(tool, was, is)];
  if (is) return appeared(tool, is, true);
  return was ? [disappeared(tool, was)] : [];
}

function keyOf({ place, keyword }: DeclaredText): string {
  return `${place}\n${keyword}`;
}

/** Both lists without what they have in common, in whatever order. */
function unequal(before: readonly DeclaredText[], after: readonly DeclaredText[]): [DeclaredText[], DeclaredText[]] {
  const count = (texts: readonly DeclaredText[]) => groupBy(texts, ({ text }) => text);
  const [old, now] = [count(before), count(after)];
  // The same text twice at one place says nothing more than once.
  const rest = (texts: typeof old, others: typeof old) =>
    [...texts].flatMap(([text, [first]]) => (others.has(text) || !first ? [] : [first]));
  return [rest(old, now), rest(now, old)];
}

function changed(tool: string | null, was: DeclaredText, is: DeclaredText): Difference {
  const sameWords = words(was.text) === words(is.text);
  return {
    rule: 'description-changed',
    ...(sameWords ? { severity: 'info', fix: 'nothing to do' } : {}),
    tool,
    at: is.at,
    message: `${subject(is)} changed${sameWords ? ', in white space only' : `: ${wordDiff(was.text, is.text)}`}`,
    before: was.text,
    after: is.text,
  };
}

function appeared(tool: string | null, is: DeclaredText, hadPlace: boolean): Difference[] {
  const difference: Difference = {
    rule: 'description-changed',
    tool,
    at: is.at,
    message: `${subject(is)} is new: [+${shorten(is.text, MAX_QUOTED)}+]`,
    before: null,
    after: is.text,
  };
  if (hadPlace) return [difference];
  const orders = ordersIn(is.text, is.at === '/description' ? 'description' : 'other').map((each) => shorten(each, 100));
  return orders.length ? [{ ...difference, message: `${subject(is)} is new and addresses the model: ${some(orders)}` }] : [];
}

function disappeared(tool: string | null, was: DeclaredText): Difference {
  const message = `${subject(was)} is gone: it said ${quote(was.text)}`;
  return { rule: 'description-removed', tool, at: was.at, message, before: was.text, after: null };
}

/** A schema in which it cannot be told which text belongs to what: its texts all together. */
function compareUnread(tool: string, side: Side, before: JsonObject | null, after: JsonObject): Difference[] {
  const [old, now] = [flatTexts(before?.[side]), flatTexts(after[side])];
  const isNews = (text: string) => !old.has(text) && (before !== null || ordersIn(text, 'other').length > 0);
  const added = [...now].filter(isNews).map((text) => `[+${shorten(text, MAX_QUOTED)}+]`);
  const gone = [...old].filter((text) => !now.has(text)).map((text) => `[-${shorten(text, MAX_QUOTED)}-]`);
  const subject = `${side} is too large or too deep to tell which text in it belongs to what`;
  const difference = { tool, at: `/${side}`, fix: 'make the schema smaller', before: before?.[side] ?? null, after: after[side] };
  if (added.length + gone.length)
    return [{ ...difference, rule: 'description-changed', message: `${subject}: ${some([...added, ...gone])}` }];
  return before ? [{ ...difference, rule: 'schema-undecided', message: `${subject}; its texts are the same as before` }] : [];
}

function subject({ keyword, of }: DeclaredText): string {
  return of === '' ? keyword : `${shorten(keyword, 60)} of ${of}`;
}

function words(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').trim();
}

/** A definition that is used in several places is told once. */
function once(differences: readonly Difference[]): Difference[] {
  const groups = groupBy(differences, ({ at, before, after }) => JSON.stringify([at, before, after]));
  return [...groups.values()].flatMap(([first]) => first ?? []);
}
