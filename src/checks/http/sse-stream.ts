import { quote, size } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, httpAnswer } from '../sample.ts';
import { type Answered, conversation } from './answers.ts';

const stream = (over = {}) => httpAnswer(200, { contentType: 'text/event-stream', ...over });
/** Proxies cut silent connections after 60 s at most, some after 30; clients grow impatient sooner. */
const IDLE_MS = 15_000;

export const sseUnterminated: SessionRule = {
  id: 'http/sse-unterminated',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http: a stream is one of server-sent events (an event ends with an empty line)',
  why: 'Clients drop an event whose empty line is missing, and wait for the response for ever.',
  fix: 'end each event with an empty line: "data: {…}\\n\\n"',
  yieldsTo: ['http/no-response'],
  examples: {
    good: [{ exchanges: [answered('tools/list', {}, { http: stream({ body: 'data: {}\n\n' }) })] }],
    bad: [
      { exchanges: [answered('tools/list', {}, { http: stream({ unfinishedEvent: true }) })] },
      { exchanges: [exchange('tools/list', { http: stream({ body: 'event: message\ndata: {"jsonrpc":"2.0"}\n', bodyBytes: 40 }) })] },
    ],
  },
  *check(evidence) {
    for (const each of conversation(evidence)) {
      const { contentType, body, bodyBytes, unfinishedEvent } = each.http;
      const held =
        each.outcome === 'silent' && contentType === 'text/event-stream' && bodyBytes < 65_536 && /^data:/m.test(lastEvent(body));
      if (unfinishedEvent || held)
        yield {
          at: 'http',
          subject: each.method,
          message: 'the event with the response does not end with an empty line; clients drop it and wait',
        };
    }
  },
};

function lastEvent(body: string): string {
  const text = body.slice(-65_536).replace(/\r\n?/g, '\n');
  return text.slice(text.lastIndexOf('\n\n') + 1);
}

export const sseIdle: SessionRule = {
  id: 'http/sse-idle',
  on: 'session',
  severity: 'warning',
  transports: ['http'],
  why: 'Proxies cut streams on which nothing comes (nginx, ALB 60 s, Cloudflare 100 s); the call then fails although the adapter works.',
  fix: 'send a comment line (":\\n\\n") or notifications/progress every 10 s, and X-Accel-Buffering: no, so that proxies pass it on',
  examples: {
    good: [
      { exchanges: [answered('tools/call', {}, { http: stream({ longestGapMs: 14_000 }) })] },
      { exchanges: [answered('tools/call', {}, { http: httpAnswer(200, { headersMs: 40_000 }) })] },
    ],
    bad: [{ exchanges: [answered('tools/call', {}, { tool: 'report', http: stream({ longestGapMs: 20_000 }) })] }],
  },
  *check(evidence) {
    for (const each of conversation(evidence)) {
      if (each.http.longestGapMs <= IDLE_MS || each.http.contentType !== 'text/event-stream') continue;
      yield {
        at: 'http',
        ...(each.tool ? { tool: each.tool } : { subject: each.method }),
        message: `the event stream was silent for ${Math.round(each.http.longestGapMs / 1000)} s: no comment line or progress came in between${unbuffered(each)}`,
        evidence: `headers after ${Math.round(each.http.headersMs)} ms, first event ${firstEvent(each)}, ${size(each.http.bodyBytes)} in all`,
      };
    }
  },
};

function unbuffered({ http }: Answered): string {
  return http.headers['x-accel-buffering'] === 'no' ? '' : ', and there is no X-Accel-Buffering: no';
}

function firstEvent({ http }: Answered): string {
  return http.firstByteMs === null ? 'never' : `after ${Math.round(http.firstByteMs)} ms`;
}

export const accelBuffering: SessionRule = {
  id: 'http/accel-buffering',
  on: 'session',
  severity: 'warning',
  since: '2026-07-28',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http: event streams SHOULD carry X-Accel-Buffering: no',
  why: 'nginx and others hold a stream back until it ends, so progress and the response come late or after the time-out.',
  fix: 'send X-Accel-Buffering: no with every event stream',
  yieldsTo: ['http/sse-idle'],
  examples: {
    good: [
      { exchanges: [answered('tools/list', {}, { http: stream({ headers: { 'x-accel-buffering': 'No' } }) })] },
      { exchanges: [answered('tools/list', {}, { http: httpAnswer(200) })] },
    ],
    bad: [{ exchanges: [answered('tools/list', {}, { http: stream() })] }],
  },
  *check(evidence) {
    for (const { method, http } of conversation(evidence)) {
      if (http.contentType === 'text/event-stream' && http.headers['x-accel-buffering']?.toLowerCase() !== 'no')
        yield {
          at: 'http',
          subject: quote(method),
          message: 'the event stream comes without X-Accel-Buffering: no; proxies may hold it back',
        };
    }
  },
};
