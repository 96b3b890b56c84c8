import { Fault } from '../model/fault.ts';
import { quote } from '../model/text.ts';

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DAY = /^\d{4}-\d\d-\d\d$/;
const RFC_3339 = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * A moment that an option names: RFC 3339, a day (UTC; its first or last millisecond), or how long before `now`: `30m`, `2h`, `7d`.
 * @throws Fault (usage) for anything else, for a day that no calendar has and for a time before 1970
 */
export function momentOption(text: string, option: string, edge: 'first' | 'last', now: number): Date {
  const moment = new Date(millisecondsOf(text.trim().toUpperCase(), edge, now));
  if (moment.getTime() >= 0) return moment;
  throw new Fault('usage', `${option} ${quote(text)} is no time`, 'write 2026-11-30, 2026-11-30T08:00:00Z, or how long ago: 30m, 2h, 7d');
}

function millisecondsOf(text: string, edge: 'first' | 'last', now: number): number {
  const [, count, unit] = /^(\d{1,9}(?:\.\d+)?)([SMHD])$/.exec(text) ?? [];
  if (count && unit) return now - Number(count) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  if (!isDay(text.slice(0, 10))) return Number.NaN;
  if (DAY.test(text)) return Date.parse(`${text}T${edge === 'first' ? '00:00:00.000' : '23:59:59.999'}Z`);
  return RFC_3339.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
}

/** Date.parse takes February 30 for a day in March. */
function isDay(text: string): boolean {
  const start = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return start !== null && !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text);
}
