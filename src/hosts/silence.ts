import type { Evidence } from '../model/evidence.ts';
import type { NoiseKind } from '../model/frame.ts';
import { isObject } from '../model/json.ts';
import { duration } from '../model/text.ts';
import type { Conversation } from './conversation.ts';

/** Noise with which the SDKs' line parsers lose the answer itself, and what to call it. */
const LOSES_ANSWERS: Partial<Record<NoiseKind, string>> = {
  multiline: 'an answer spread over several lines',
  framing: 'Content-Length headers',
  bom: 'a byte order mark before the answer',
  glued: 'text on the line of an answer',
  encoding: 'bytes that are no UTF-8',
  'too-long': 'a line above 16 MiB',
  truncated: 'a line that has no end',
};

/** Why a client waited in vain: an answer that it dropped without a word, or none at all. */
export function silenceWords(asked: string, { errors }: Conversation, evidence: Evidence, limitMs: number): string {
  const lost = evidence.noise.find((noise) => LOSES_ANSWERS[noise.kind]);
  const drops = 'the SDK drops it and waits until its time-out';
  if (lost) return `${LOSES_ANSWERS[lost.kind]} (stdout line ${lost.line}): ${drops}`;
  const seen = evidence.exchanges.find((exchange) => exchange.method === asked && exchange.answer);
  const fault = seen?.answer ? messageFault(seen.answer, seen.sent?.id) : null;
  if (fault) return `the answer to ${asked} ${fault}: ${drops}`;
  if (errors.length) return `the answer to ${asked} is no valid JSON-RPC message: ${drops}`;
  return `no answer to ${asked} within ${duration(limitMs)}`;
}

/** What keeps a message from being a JSON-RPC response to the request with that id; null when nothing does. */
function messageFault(answer: Record<string, unknown>, id: unknown): string | null {
  if (answer.jsonrpc !== '2.0') return 'has no "jsonrpc": "2.0"';
  if ('result' in answer && 'error' in answer) return 'has both a result and an error';
  if ('error' in answer && !isObject(answer.error)) return 'has an error that is no object';
  if ('result' in answer && !isObject(answer.result)) return 'has a result that is no object';
  // The SDKs take "3" for 3.
  return String(answer.id) === String(id) ? null : 'has another id than the request';
}
