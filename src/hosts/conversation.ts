import { member } from '../model/json.ts';

/**
 * What went over the wire while an SDK client talked to the adapter. Client errors name neither the request nor the answer, so the
 * reasons given to people are made from this.
 */
export interface Conversation {
  /** The last method sent. */
  method: string | null;
  /** The response to it, once there is one that the SDK could read. */
  answer: unknown;
  /** What the SDK reported beside its answers: lines it could not read, messages that are no JSON-RPC. */
  errors: unknown[];
  /** The adapter's end of the pipe closed before we closed ours. */
  ended: boolean;
  /** The last HTTP answer to a POST. */
  http: { status: number; contentType: string } | null;
}

export function newConversation(): Conversation {
  return { method: null, answer: undefined, errors: [], ended: false, http: null };
}

/** Notes a message as it leaves; `text` is what is written. */
export function noteSent(conversation: Conversation, text: string): void {
  const method = methodIn(text);
  // Neither responses to the adapter's own requests nor the goodbye of a time-out are a step.
  if (typeof method !== 'string' || method === 'notifications/cancelled') return;
  conversation.method = method;
  conversation.answer = undefined;
  conversation.http = null;
}

/** Notes a message that the SDK took; only responses matter. */
export function noteReceived(conversation: Conversation, message: unknown): void {
  if (member(message, 'result') !== undefined || member(message, 'error') !== undefined) conversation.answer = message;
}

function methodIn(text: string): unknown {
  try {
    return member(JSON.parse(text), 'method');
  } catch {
    return undefined;
  }
}
