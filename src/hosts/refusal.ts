import type { Evidence } from '../model/evidence.ts';
import { messageOf } from '../model/fault.ts';
import { isObject, type JsonObject, member } from '../model/json.ts';
import { CODES, MODERN } from '../model/protocol.ts';
import { duration, quote, shorten, some } from '../model/text.ts';
import type { Conversation } from './conversation.ts';
import { TookTooLong } from './limit.ts';
import { OtherOrigin } from './origin-fetch.ts';
import { issuesOf, issueWords } from './schema-issues.ts';
import { EndlessPages, type Mode, type Sdk } from './sdk.ts';
import { silenceWords } from './silence.ts';

/** Where an SDK client gave up. */
export interface Refusal {
  sdk: Sdk;
  mode: Mode;
  conversation: Conversation;
  evidence: Evidence;
}

/**
 * Why an SDK client refuses the adapter, in the author's words. What the client throws says little ("Connection closed", a time-out for
 * an answer that it dropped), so the reason is told from its class and code and from what was on the wire.
 */
export function refusalWords(error: unknown, at: Refusal): string {
  const { conversation, evidence } = at;
  const asked = conversation.method ?? 'the connection';
  const cause = member(error, 'cause');
  const code = member(error, 'code');
  if (error instanceof OtherOrigin || cause instanceof OtherOrigin) return 'redirected to another origin, which SDK clients do not follow';
  if (error instanceof EndlessPages || code === 'LIST_PAGINATION_EXCEEDED') return 'the pages of tools/list do not end';
  const handshake = handshakeWords(at);
  if (handshake) return handshake;
  const failure = member(conversation.answer, 'error');
  if (failure !== undefined) return `${asked} is answered with ${errorWords(failure)}`;
  const result = member(conversation.answer, 'result');
  if (isObject(result)) return resultWords(error, result, at);
  const bad = httpWords(error, at, asked);
  if (bad) return bad;
  if (conversation.ended) return `the process ends before it answers ${asked}`;
  if (error instanceof TookTooLong) return `no answer to ${asked} within ${duration(error.limitMs)}`;
  if (isTimeOut(error)) return silenceWords(asked, conversation, evidence, Number(member(member(error, 'data'), 'timeout')));
  // Nobody else ends the connection: the parser's buffer is full.
  if (code === -32000 || code === 'CONNECTION_CLOSED') return 'a line of more than 10 MiB on stdout, at which the SDK ends the connection';
  const system = member(cause, 'code') ?? member(member(cause, 'cause'), 'code');
  if (typeof system === 'string') return `cannot be reached (${system})`;
  return `${asked} fails: ${shorten(messageOf(error), 120)}`;
}

/** Sentences for adapters whose era the client does not speak. */
function handshakeWords({ conversation, evidence, mode, sdk }: Refusal): string | null {
  if (conversation.method !== 'initialize' || isObject(member(conversation.answer, 'result'))) return null;
  const code = member(member(conversation.answer, 'error'), 'code');
  if (evidence.era === 'bare') return `no handshake: initialize is refused, so no client on ${sdk.name} can connect`;
  if (evidence.era !== 'modern' && code !== CODES.unsupportedVersion) return null;
  return mode === 'auto'
    ? 'server/discover is not answered as 2026-07-28 demands, and initialize is refused'
    : `speaks only ${MODERN} and refuses initialize, with which clients on ${sdk.name} begin`;
}

function errorWords(error: unknown): string {
  const [code, message] = [member(error, 'code'), member(error, 'message')];
  return `error ${typeof code === 'number' ? code : '(no code)'}${typeof message === 'string' && message ? ` ${quote(message, 80)}` : ''}`;
}

/** The answer came, and the client cannot use what is in it. */
function resultWords(error: unknown, result: JsonObject, { conversation, evidence, sdk }: Refusal): string {
  const { method } = conversation;
  if (method === 'tools/list') {
    const issues = sdk.listIssues(result);
    const exact = issues.length ? issues : issuesOf(error);
    if (exact.length) return `${issueWords(exact, result)}; the whole list is refused`;
    const missing = ['resultType', 'ttlMs', 'cacheScope'].filter((key) => evidence.era !== 'legacy' && result[key] === undefined);
    if (missing.length) return `the result of tools/list has no ${some(missing)}; the whole list is refused`;
    return outputSchemaWords(result, sdk) ?? `the result of tools/list is refused: ${shorten(String(member(error, 'message')), 120)}`;
  }
  const version = result.protocolVersion;
  const issues = issuesOf(error);
  if (issues.length) return `the result of ${method}: ${issueWords(issues, result)}`;
  if (method === 'initialize' && typeof version === 'string')
    return `initialize answers with protocolVersion ${quote(version, 40)}, which ${sdk.name} does not know`;
  return `the result of ${method} is refused: ${shorten(String(member(error, 'message')), 120)}`;
}

function outputSchemaWords(result: JsonObject, sdk: Sdk): string | null {
  for (const tool of Array.isArray(result.tools) ? result.tools : []) {
    const schema = member(tool, 'outputSchema');
    const fault = schema === undefined ? null : sdk.outputSchemaFault(schema);
    if (fault)
      return `outputSchema of ${quote(String(member(tool, 'name')), 64)} does not compile (${shorten(fault, 100)}); the whole list is refused`;
  }
  return null;
}

function httpWords(error: unknown, { conversation: { http } }: Refusal, asked: string): string | null {
  if (!http || http.contentType === 'text/event-stream') return null;
  if (http.status === 401 || http.status === 403) return `HTTP ${http.status} to ${asked}: the client has no access`;
  if (http.status >= 300 && http.status < 400)
    return `HTTP ${http.status} to ${asked}: redirected to another origin, which SDK clients do not follow`;
  if (http.status < 200 || http.status > 299) return `HTTP ${http.status} to ${asked}${bodyWords(error)}`;
  return http.status === 202
    ? null
    : `${asked} is answered with ${http.contentType || 'no content type'} and no JSON-RPC response that the SDK can read`;
}

/** The message of a JSON-RPC error in the body of a refusal, which both clients keep; pages are left out. */
function bodyWords(error: unknown): string {
  const text = member(member(error, 'data'), 'text') ?? (error instanceof Error ? error.message.split('endpoint: ').slice(1).join('') : '');
  try {
    const message = member(member(JSON.parse(String(text)), 'error'), 'message');
    return typeof message === 'string' ? `: ${quote(message, 80)}` : '';
  } catch {
    return '';
  }
}

/** The clients' own time-outs: -32001 is one only with the limit beside it, else it came over the wire. */
function isTimeOut(error: unknown): boolean {
  const code = member(error, 'code');
  return code === 'REQUEST_TIMEOUT' || (code === -32001 && typeof member(member(error, 'data'), 'timeout') === 'number');
}
