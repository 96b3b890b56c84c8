import type { Frame } from '../model/frame.ts';
import { isObject, type JsonObject, member } from '../model/json.ts';
import type { Outgoing, ServerRequestHandler } from './channel.ts';
import type { FrameLog } from './frame-log.ts';
import { parseJson } from './json-text.ts';
import { sameText, tokenOf } from './pending.ts';

/** A message of ours that is under way. */
export interface Waiting {
  out: Outgoing;
  answer: JsonObject | null;
  /** The text the answer was parsed from; null when it came in a batch. */
  answerText: string | null;
  notifications: JsonObject[];
  /** A response that names another id: the answer, when no better one comes. */
  stray: { message: JsonObject; text: string } | null;
  /** Called when progress came. */
  onProgress: () => void;
  /** Called when `answer` has been set. */
  onAnswer: () => void;
}

/** Notifications kept for one exchange; a flood of them must not fill the memory. */
const NOTIFICATIONS = 10_000;
/** Messages that answer nothing of ours, kept; a flood tells nothing new. */
const UNSOLICITED = 1_000;

/** Sorts what comes in over HTTP: answers to what is under way, notifications, requests of the adapter's own. */
export class Inbox {
  /** Messages that answer nothing of ours. */
  readonly unsolicited: Frame[] = [];
  readonly #open = new Set<Waiting>();
  readonly #frames: FrameLog;
  readonly #reply: (message: JsonObject) => void;
  handler: ServerRequestHandler = () => null;
  #last: Outgoing | null = null;

  constructor(frames: FrameLog, reply: (message: JsonObject) => void) {
    this.#frames = frames;
    this.#reply = reply;
  }

  /** Notes an outgoing message and waits for what belongs to it until `end`. */
  begin(out: Outgoing, text: string, onProgress: () => void): Waiting {
    const waiting: Waiting = { out, answer: null, answerText: null, notifications: [], stray: null, onProgress, onAnswer: () => {} };
    this.#frames.add('out', text, out.message ?? undefined, out);
    this.#open.add(waiting);
    this.#last = out;
    return waiting;
  }

  end(waiting: Waiting): void {
    this.#open.delete(waiting);
  }

  /**
   * Takes in a text: a JSON body or the data of an event. `from` is the message of ours whose answer it is part of.
   * False when the text holds no JSON-RPC message.
   */
  receive(text: string, from: Waiting | null): boolean {
    const value = parseJson(text);
    const messages = (Array.isArray(value) ? value : [value]).filter((each) => isObject(each) && isRpc(each));
    for (const message of messages) this.#sort(message, Array.isArray(value) ? null : text, from);
    return messages.length > 0;
  }

  #sort(message: JsonObject, text: string | null, from: Waiting | null): void {
    const { phase, tool } = from?.out ?? this.#last ?? { phase: 'handshake' as const, tool: null };
    const frame = this.#frames.add('in', text ?? JSON.stringify(message), message, { phase, tool });
    if (typeof message.method !== 'string') this.#answer(message, text, from, frame);
    else if ('id' in message) {
      this.#unasked(frame);
      const reply = this.handler(message);
      if (reply) this.#reply(reply);
    } else this.#notification(message, from, frame);
  }

  #notification(message: JsonObject, from: Waiting | null, frame: Frame): void {
    const owner = this.#ownerOf(message, from);
    if (!owner) this.#unasked(frame);
    else {
      if (owner.notifications.length < NOTIFICATIONS) owner.notifications.push(message);
      if (message.method === 'notifications/progress') owner.onProgress();
      owner.out.onNotification?.(message);
    }
  }

  #answer(message: JsonObject, text: string | null, from: Waiting | null, frame: Frame): void {
    const waiting = match(message.id, [...this.#open], from);
    if (!waiting) {
      if (from && !from.answer) from.stray ??= { message, text: text ?? '' };
      // A text of ours that is no message may be answered by anything, such as a batch by several responses.
      if (from?.out.message !== null) this.#unasked(frame);
      return;
    }
    waiting.answer = message;
    waiting.answerText = text;
    waiting.onAnswer();
  }

  #unasked(frame: Frame): void {
    if (this.unsolicited.length < UNSOLICITED) this.unsolicited.push(frame);
  }

  /** Progress belongs to the request with its token; anything else to the stream it came on, or to what is under way alone. */
  #ownerOf(message: JsonObject, from: Waiting | null): Waiting | null {
    const token = member(member(message, 'params'), 'progressToken');
    const open = [...this.#open].filter((waiting) => !waiting.answer);
    const byToken = token === undefined ? undefined : open.find(({ out }) => tokenOf(out.message) === token);
    if (byToken) return byToken;
    if (from) return open.includes(from) ? from : null;
    return open.length === 1 ? (open[0] ?? null) : null;
  }
}

/** Takes the answer of last resort: a response with a wrong id where only one was due. */
export function acceptStray(waiting: Waiting, unsolicited: Frame[]): void {
  if (waiting.answer || !waiting.stray) return;
  const { message, text } = waiting.stray;
  waiting.answer = message;
  waiting.answerText = text || null;
  const index = unsolicited.findIndex((frame) => frame.message === message);
  if (index >= 0) unsolicited.splice(index, 1);
}

/** By value, then by text ("3" for 3), then an id of null when only one request is under way. */
function match(id: unknown, all: readonly Waiting[], from: Waiting | null): Waiting | undefined {
  const open = all.filter((waiting) => !waiting.answer && waiting.out.expects === 'response');
  const idOf = (waiting: Waiting) => member(waiting.out.message, 'id');
  const same = open.find((waiting) => idOf(waiting) === id);
  if (same && id !== undefined) return same;
  if (id !== undefined && id !== null) return open.find((waiting) => sameText(idOf(waiting), id));
  return from ? open.find((waiting) => waiting === from) : open.length === 1 ? open[0] : undefined;
}

/** A message, or what is meant as one: the rules say what is wrong with it. */
function isRpc(value: JsonObject): boolean {
  return 'jsonrpc' in value || typeof value.method === 'string' || 'result' in value || 'error' in value;
}
