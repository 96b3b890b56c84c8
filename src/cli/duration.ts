import { Fault } from '../model/fault.ts';
import { quote } from '../model/text.ts';

const UNITS: Record<string, number> = { '': 1, ms: 1, s: 1_000, m: 60_000, h: 60 * 60_000 };
const MAX_MS = 24 * 60 * 60_000;

/**
 * Milliseconds of a duration: `500ms`, `3s`, `2m`, `1h`; a bare number is milliseconds.
 * @throws Fault (usage) for anything else, zero, and more than a day
 */
export function durationOption(text: string, option: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|)$/.exec(text.trim());
  const ms = match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1) : Number.NaN;
  if (!(ms >= 1 && ms <= MAX_MS))
    throw new Fault('usage', `${option} ${quote(text)} is no duration`, 'write 500ms, 3s, 2m or 1h; at most a day');
  return ms;
}
