import type { Evidence, ProbeName } from '../../model/evidence.ts';
import { type Exchange, errorCode, errorMessage, type HttpAnswer } from '../../model/exchange.ts';
import { quote } from '../../model/text.ts';
import { ordinaryExchanges } from '../jsonrpc/conversation.ts';

/** Probes that are JSON-RPC messages like any other, so that their answers are judged as those of the conversation. */
const ORDINARY: readonly ProbeName[] = ['second-list', 'string-id', 'zero-id', 'ping', 'invalid-cursor', 'unknown-tool', 'unknown-method'];

/** Every message of the conversation that got an HTTP answer, each once: handshake, lists, calls. Empty over HTTP+SSE. */
export function conversation(evidence: Evidence): Answered[] {
  return speaksLegacySse(evidence) ? [] : answeredOnly(ordinaryExchanges(evidence));
}

/** The conversation, and what was asked beside it in ordinary messages. */
export function ordinary(evidence: Evidence): Answered[] {
  if (speaksLegacySse(evidence)) return [];
  return [...conversation(evidence), ...answeredOnly(ORDINARY.flatMap((name) => evidence.probes[name] ?? []))];
}

export type Answered = Exchange & { http: HttpAnswer };

export function answeredOnly(exchanges: readonly (Exchange | null | undefined)[]): Answered[] {
  return [...new Set(exchanges)].filter((exchange): exchange is Answered => !!exchange?.http);
}

/** `tools/call of "find_order"`: what was asked, for people. */
export function nameOf({ method, tool }: Exchange): string {
  return tool ? `${method} of ${quote(tool)}` : method;
}

/** The answer to the first probe of a name, when HTTP answered it. */
export function probed(evidence: Evidence, name: ProbeName): Answered | undefined {
  return answeredOnly(evidence.probes[name] ?? [])[0];
}

/** The last answer of a conversation that did not come about. */
export function lastAnswer(evidence: Evidence): Answered | undefined {
  return conversation(evidence).at(-1);
}

/** HTTP+SSE of 2024-11-05: the POST is accepted and the answer comes on a stream of its own. */
export function speaksLegacySse({ handshake, exchanges }: Evidence): boolean {
  return [handshake.initialize, ...exchanges].some((exchange) => exchange?.http?.status === 202 && exchange.answer !== null);
}

/** True for a body that is a web page. */
export function isPage({ contentType, body }: HttpAnswer): boolean {
  return (
    contentType === 'text/html' || contentType === 'application/xhtml+xml' || /^\s*<(!doctype html|html)[\s>]/i.test(body.slice(0, 200))
  );
}

/** What an answer says, in one quoted line: the words of a page without its markup, or the text; empty for an empty body. */
export function bodyLine(answer: HttpAnswer, max = 120): string {
  const start = answer.body.slice(0, 8_000);
  const text = isPage(answer) ? words(start) : start;
  return text.trim() ? quote(text, max) : '';
}

/** `400 ("Bad Request")`: the status, and in quotes what came with it. */
export function statusAndText(exchange: Answered, max = 120): string {
  const said = errorMessage(exchange) ? quote(errorMessage(exchange), max) : bodyLine(exchange.http, max);
  return said ? `${exchange.http.status} (${said})` : String(exchange.http.status);
}

/** The JSON-RPC part of an answer for people: `a result`, `error -32601`, `no JSON-RPC answer`. */
export function outcomeOf(exchange: Exchange): string {
  if (!exchange.answer) return 'no JSON-RPC answer';
  const code = errorCode(exchange);
  return code === undefined ? ('error' in exchange.answer ? 'an error' : 'a result') : `error ${code}`;
}

/** Markup, styles, scripts, and a title that the heading repeats, taken out. */
function words(page: string): string {
  const titled = page.replace(/<title\b[^>]{0,200}>[^<]{0,500}<\/title\s*>(?=[\s\S]*<h1)/i, ' ');
  const bare = titled.replace(/<(style|script)\b[^>]{0,500}>[\s\S]{0,8000}?<\/\1\s*>/gi, ' ').replace(/<[^<>]{0,2000}>/g, ' ');
  const entities: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&#x27;': "'",
    '&nbsp;': ' ',
    '&amp;': '&',
  };
  return bare.replace(/&(?:lt|gt|quot|#39|#x27|nbsp|amp);/g, (entity) => entities[entity] ?? entity).replace(/[^\S\n]+/g, ' ');
}
