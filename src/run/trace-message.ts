import { isObject, type JsonObject, member } from '../model/json.ts';
import type { TracedFrame } from './trace-lines.ts';

/** What a message is in a conversation. */
export type TracedMessage =
  /** `message` is null when it was too long to be read whole. */
  | { kind: 'call'; id: string; message: JsonObject | null }
  /** `id` is null when it stands in what was not read. */
  | { kind: 'answer'; id: string | null; message: JsonObject | null }
  /** Progress of a call. */
  | { kind: 'progress'; id: string }
  | { kind: 'other' };

/** Longer messages are not parsed: a million small objects take fifty times the memory of their text. */
const LONGEST_PARSED = 512 * 1024;
/** The id where servers put it: after `jsonrpc` at the beginning, or at the very end. */
const BEGINNING = /^\s*\{(?:\s*"jsonrpc"\s*:\s*"[^"]*"\s*,)?\s*"id"\s*:\s*(\d+|"(?:[^"\\]|\\.)*")\s*,\s*"(method|result|error)"/;
const END = /,\s*"id"\s*:\s*(\d+|"(?:[^"\\]|\\.)*")\s*\}\s*$/;

/** What a message is: a `tools/call` of ours, an answer to something, or progress. Ids are their JSON texts, because 1 and "1" differ. */
export function messageIn({ direction, text, whole }: TracedFrame): TracedMessage {
  if (!whole || text.length > LONGEST_PARSED) return fromEnds(direction, text.slice(0, 1000), whole ? text.slice(-200) : '');
  const message = parse(text);
  if (!isObject(message)) return { kind: 'other' };
  const id = message.id === undefined ? null : JSON.stringify(message.id);
  if (direction === 'out') return message.method === 'tools/call' && id ? { kind: 'call', id, message } : { kind: 'other' };
  if (message.method === undefined) return id ? { kind: 'answer', id, message } : { kind: 'other' };
  const token = message.method === 'notifications/progress' ? member(message.params, 'progressToken') : undefined;
  return token === undefined ? { kind: 'other' } : { kind: 'progress', id: JSON.stringify(token) };
}

/** The task that a `tools/call` belongs to, if it says so. */
export function taskOf(message: JsonObject | null): string | null {
  const task = member(member(member(message, 'params'), 'arguments'), 'task_id');
  return typeof task === 'string' ? task : null;
}

function fromEnds(direction: TracedFrame['direction'], beginning: string, end: string): TracedMessage {
  const [, first, next] = BEGINNING.exec(beginning) ?? [];
  const id = first ?? END.exec(end)?.[1] ?? null;
  const isCall = /"method"\s*:\s*"tools\/call"/.test(beginning);
  if (direction === 'out') return id && isCall ? { kind: 'call', id, message: null } : { kind: 'other' };
  // Hardly anything but an answer is so long.
  return next === 'method' ? { kind: 'other' } : { kind: 'answer', id, message: null };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
