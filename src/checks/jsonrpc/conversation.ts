import type { Evidence } from '../../model/evidence.ts';
import { type Exchange, errorOf } from '../../model/exchange.ts';
import type { Frame } from '../../model/frame.ts';
import { isObject, type JsonObject, member } from '../../model/json.ts';
import { idKey } from './id-text.ts';

/** The ordinary conversation, each exchange once: handshake, lists, calls. */
export function ordinaryExchanges({ handshake, exchanges, lists, calls }: Evidence): Exchange[] {
  const { discover, refused, initialize, initialized } = handshake;
  const listed = Object.values(lists).flatMap((pages) => pages?.exchanges ?? []);
  const all = [discover, ...refused, initialize, initialized, ...exchanges, ...listed, ...calls.map((call) => call.exchange)];
  return [...new Set(all.filter((each) => each !== null))];
}

/** True when an ordinary request of that method was answered with a result: what is refused beside it is refused for itself. */
export function isServed({ exchanges, lists }: Evidence, method: string): boolean {
  const all = [...exchanges, ...Object.values(lists).flatMap((pages) => pages?.exchanges ?? [])];
  return all.some((each) => each.method === method && each.outcome === 'answered' && !errorOf(each));
}

/** Every exchange there was, probes included, each once. */
export function allExchanges(evidence: Evidence): Exchange[] {
  const probes = Object.values(evidence.probes).flatMap((each) => each ?? []);
  return [...new Set([...ordinaryExchanges(evidence), ...probes])];
}

/** A response to nothing that waits: under an id that was never sent, or a second time under one that was answered. */
export interface StrayResponse {
  kind: 'unknown' | 'repeated';
  id: unknown;
  frame: Frame;
}

/** Responses that answer nothing. An answer that came after its time limit is none of them. */
export function strayResponses(evidence: Evidence): StrayResponse[] {
  // Another process or connection may have used the same ids.
  const sent = new Map<string, Exchange[]>();
  for (const each of allExchanges(evidence)) {
    const id = idKey(member(each.sent, 'id'));
    sent.set(id, [...(sent.get(id) ?? []), each]);
  }
  // What answers our answer to a request of its own is confused about that one only.
  const own = new Set(serverRequests(evidence).map(({ message }) => idKey(message.id)));
  return evidence.unsolicited.flatMap((frame): StrayResponse[] => {
    const { message } = frame;
    if (!isObject(message) || 'method' in message || !('result' in message || 'error' in message)) return [];
    const { id } = message;
    // Without an id it answers something that could not be read, such as a probe with invalid JSON.
    if (id === null || id === undefined || own.has(idKey(id))) return [];
    const asked = sent.get(idKey(id));
    if (!asked) return [{ kind: 'unknown', id, frame }];
    return asked.every((each) => each.answer && each.answer !== message) ? [{ kind: 'repeated', id, frame }] : [];
  });
}

/** A request of the adapter's own. */
export interface ServerRequest {
  method: string;
  message: JsonObject;
  frame: Frame;
}

/** The adapter's own requests. */
export function serverRequests({ unsolicited }: Evidence): ServerRequest[] {
  return unsolicited.flatMap((frame) => {
    const { message } = frame;
    const method = member(message, 'method');
    return isObject(message) && typeof method === 'string' && 'id' in message ? [{ method, message, frame }] : [];
  });
}
