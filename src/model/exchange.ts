import { isObject, type JsonObject, member } from './json.ts';
import type { Phase } from './protocol.ts';

/** How an HTTP server answered one request, before JSON-RPC. */
export interface HttpAnswer {
  method: string;
  url: string;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Media type without parameters, in lower case; empty when the header is missing. */
  contentType: string;
  /** The first 64 KiB of the body as text. */
  body: string;
  bodyBytes: number;
  /** Milliseconds from sending until headers, and until the first byte or event of the body. */
  headersMs: number;
  firstByteMs: number | null;
  /** The longest silence of an event stream in milliseconds, its end included. */
  longestGapMs: number;
  /** Where a redirect pointed, absolute; it is not followed. */
  location: string | null;
  /** The redirect within one origin that was followed to get this answer: its status, the URL asked first, and where it pointed. */
  followed?: { status: number; url: string; location: string };
  /** True when the last event of the stream lacked its closing empty line: clients drop such an event. */
  unfinishedEvent?: boolean;
}

/**
 * answered: a JSON-RPC response came. · accepted: HTTP took a notification, or nothing came after one on stdio (as it must be).
 * · refused: an HTTP answer that holds no JSON-RPC response. · silent: nothing within the time. · gone: the connection or
 * process ended first. · unreachable: no connection at all.
 */
export type ExchangeOutcome = 'answered' | 'accepted' | 'refused' | 'silent' | 'gone' | 'unreachable';

/** One message of ours and what came of it. */
export interface Exchange {
  /** `tools/list`, `notifications/initialized`, or `GET`, `(invalid JSON)` for what is no message. */
  method: string;
  /** The message as sent; null when what was sent is no message. */
  sent: JsonObject | null;
  outcome: ExchangeOutcome;
  /** The response as received, whatever is wrong with it. */
  answer: JsonObject | null;
  /** Number texts of the response that JavaScript cannot hold, by JSON pointer into it. */
  numbers: Record<string, string>;
  /** Bytes of the response. */
  bytes: number;
  /** stdout line of the response over stdio. */
  line: number | null;
  ms: number;
  phase: Phase;
  tool: string | null;
  /** Notifications that came while this was under way, in order. */
  notifications: JsonObject[];
  /** Bytes that stderr got while this was under way. */
  stderrBytes: number;
  http: HttpAnswer | null;
  /** Why nothing could be sent or read, in the words of the operating system. */
  reason: string | null;
}

/** One of the parameters that were sent. */
export function paramOf(exchange: Exchange | null | undefined, key: string): unknown {
  return member(member(exchange?.sent, 'params'), key);
}

/** One member of the `_meta` that was sent. */
export function metaOf(exchange: Exchange | null | undefined, key: string): unknown {
  return member(paramOf(exchange, '_meta'), key);
}

/** The `result` member when the exchange brought one that is an object. */
export function resultOf(exchange: Exchange | null | undefined): JsonObject | undefined {
  const result = member(exchange?.answer, 'result');
  return isObject(result) ? result : undefined;
}

/** The `error` member when it is an object. */
export function errorOf(exchange: Exchange | null | undefined): JsonObject | undefined {
  const error = member(exchange?.answer, 'error');
  return isObject(error) ? error : undefined;
}

/** The code of a JSON-RPC error, if the exchange ended in one. */
export function errorCode(exchange: Exchange | null | undefined): number | undefined {
  const code = member(errorOf(exchange), 'code');
  return typeof code === 'number' ? code : undefined;
}

/** The message of a JSON-RPC error, or an empty text. */
export function errorMessage(exchange: Exchange | null | undefined): string {
  const error = member(exchange?.answer, 'error');
  const message = isObject(error) ? member(error, 'message') : error;
  return typeof message === 'string' ? message : '';
}
