import { Fault, messageOf } from '../model/fault.ts';
import { isObject, member } from '../model/json.ts';
import { escapeUnsafe, quoteOrKind } from '../model/text.ts';
import { replaceFile, SHARED } from '../model/whole-file.ts';
import { isDay, type SavedAcceptance } from './accept.ts';
import { parseJson, readText } from './read-json.ts';

const ACCEPT_FORMAT = 'mcp-adapter/accept@1';
/** Where it is kept, beside the lock. */
export const ACCEPT_FILE = 'tools.accept.json';

const HINT = 'correct it there; mcp-adapter diff accept writes it';

/**
 * The changes that people have agreed to; none where there is no file.
 * @param shown the file as messages name it
 * @throws Fault (config), one sentence, for a file that is something else: an acceptance must not get lost
 */
export function readAccepted(file: string, shown: string): SavedAcceptance[] {
  const text = readText(file, shown);
  if (text === null) return [];
  const value = parseJson(text, shown, 'resolve it: each change stands in it once');
  const format = member(value, 'format');
  if (format !== ACCEPT_FORMAT) throw new Fault('config', `${shown}: the format is ${quoteOrKind(format)}, not "${ACCEPT_FORMAT}"`, HINT);
  const accepted = member(value, 'accepted');
  if (!Array.isArray(accepted)) throw new Fault('config', `${shown}: "accepted" is no list`, HINT);
  return accepted.map((entry, index) => acceptanceIn(entry, `${shown}: entry ${index + 1}`));
}

/** Replaces the file, whole or not at all. @throws Fault (config) where that cannot be done */
export async function writeAccepted(file: string, shown: string, accepted: readonly SavedAcceptance[]): Promise<void> {
  const text = `${escapeUnsafe(JSON.stringify({ format: ACCEPT_FORMAT, accepted }, null, 2))}\n`;
  await replaceFile(file, text, SHARED).catch((error: unknown) => {
    throw new Fault('config', `${shown} cannot be written: ${messageOf(error)}`);
  });
}

function acceptanceIn(entry: unknown, place: string): SavedAcceptance {
  if (!isObject(entry)) throw new Fault('config', `${place} is no object`, HINT);
  const text = (key: string): string => {
    const value = member(entry, key);
    if (typeof value === 'string') return value;
    throw new Fault('config', `${place} has no text "${key}"`, HINT);
  };
  const until = text('until');
  if (!isDay(until)) throw new Fault('config', `${place}: "until" is no day such as 2027-01-31`, HINT);
  const tool = member(entry, 'tool');
  return {
    fingerprint: text('fingerprint'),
    rule: text('rule'),
    tool: typeof tool === 'string' ? tool : null,
    message: text('message'),
    reason: text('reason'),
    until,
    accepted: text('accepted'),
  };
}
