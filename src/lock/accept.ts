import { Fault } from '../model/fault.ts';
import type { Change } from '../model/finding.ts';
import { quote, shorten } from '../model/text.ts';
import type { Acceptance } from './change.ts';

/** A change that a person has agreed to, for a time, as it is kept. */
export interface SavedAcceptance extends Acceptance {
  rule: string;
  /** Null for a change of the whole adapter. */
  tool: string | null;
  /** What was seen, for whoever reads the file. */
  message: string;
  /** The day on which it was agreed to, in UTC. */
  accepted: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const MAX_MESSAGE = 300;

/** The day of a moment, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** True for a day that the calendar has. */
export function isDay(text: string): boolean {
  const moment = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return moment !== null && !Number.isNaN(moment.getTime()) && dayOf(moment) === text;
}

/**
 * A day that `--until` names: today or later, and at most a year ahead, because what is agreed to for ever nobody looks at again.
 * @throws Fault (usage)
 */
export function untilOption(text: string, today: string): string {
  const latest = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  const hint = `write a day between ${today} and ${latest}`;
  if (!isDay(text)) throw new Fault('usage', `--until ${quote(text, 60)} is no day`, hint);
  if (text < today) throw new Fault('usage', `--until ${text} is over`, hint);
  if (text > latest) throw new Fault('usage', `--until ${text} is more than a year ahead`, hint);
  return text;
}

/** The acceptances with that of one change, in the order of their fingerprints; an earlier one of the same change gives way. */
export function withAcceptance(
  all: readonly SavedAcceptance[],
  change: Change,
  words: { reason: string; until: string; today: string },
): SavedAcceptance[] {
  const { fingerprint, rule, tool, message } = change;
  const { reason, until, today } = words;
  const added = { fingerprint, rule, tool, message: shorten(message, MAX_MESSAGE), reason, until, accepted: today };
  return [...all.filter((each) => each.fingerprint !== fingerprint), added].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
}
