import type { HttpAnswer } from '../model/exchange.ts';
import { type BodyText, TEXT_BYTES } from './http-body.ts';
import type { HttpHead } from './http-request.ts';
import type { StreamFacts } from './sse.ts';

/** The part of an answer that is known once its head has come; the body is filled in as it is read. */
export function answerOf(head: HttpHead, method: string, url: URL, startedAt: number): HttpAnswer {
  return {
    method,
    url: shownUrl(url),
    status: head.status,
    headers: head.headers,
    contentType: head.contentType,
    body: '',
    bodyBytes: 0,
    headersMs: tenth(performance.now() - startedAt),
    firstByteMs: null,
    longestGapMs: 0,
    location: head.status >= 300 && head.status < 400 ? targetOf(head.headers.location, url) : null,
  };
}

/** The URL as it may be shown: without user name and password. */
export function shownUrl(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}

export function fillFromText(answer: HttpAnswer, read: BodyText): void {
  answer.body = read.text.slice(0, TEXT_BYTES);
  answer.bodyBytes = read.bytes;
  if (read.firstByteMs !== null) answer.firstByteMs = tenth(answer.headersMs + read.firstByteMs);
}

export function fillFromStream(answer: HttpAnswer, facts: StreamFacts): void {
  answer.body = facts.text;
  answer.bodyBytes = facts.bytes;
  answer.longestGapMs = Math.max(answer.longestGapMs, Math.round(facts.longestGapMs));
  if (facts.firstByteMs !== null) answer.firstByteMs ??= tenth(answer.headersMs + facts.firstByteMs);
  if (facts.unfinished) answer.unfinishedEvent = true;
}

function targetOf(location: string | undefined, url: URL): string | null {
  return location && URL.canParse(location, url.href) ? shownUrl(new URL(location, url)) : (location ?? null);
}

function tenth(ms: number): number {
  return Math.round(ms * 10) / 10;
}
