import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { exchange, failed, frameIn, sampleFailure } from '../sample.ts';
import { diagnose } from '../spawn/diagnosis.ts';
import { strayResponses } from './conversation.ts';
import { idText } from './id-text.ts';

const sent = { jsonrpc: '2.0', id: 7, method: 'tools/call' };

export const strayResponse: SessionRule = {
  id: 'jsonrpc/stray-response',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/index: responses MUST include the same ID as the request they correspond to',
  why: 'A response under an id that nobody sent is dropped, and the request it was meant for waits until its time-out.',
  fix: 'answer each request once, with the id of that request; do not count ids of your own',
  examples: {
    good: [
      // A late answer, and the answer to something unreadable.
      { exchanges: [exchange('tools/call', { sent })], unsolicited: [frameIn({ jsonrpc: '2.0', id: 7, result: {} })] },
      { unsolicited: [frameIn({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })] },
      { unsolicited: [frameIn({ jsonrpc: '2.0', id: 'srv-1', method: 'ping' })] },
    ],
    bad: [
      { unsolicited: [frameIn({ jsonrpc: '2.0', id: 99, result: {} })] },
      { unsolicited: [frameIn({ jsonrpc: '2.0', id: 99, result: {} })], failure: sampleFailure('silent', { limitMs: 3000 }) },
      { exchanges: [failed('tools/call', -32603, 'no', { sent })], unsolicited: [frameIn({ jsonrpc: '2.0', id: 7, result: {} })] },
    ],
  },
  *check(evidence) {
    const stray = strayResponses(evidence);
    const of = (kind: string) => stray.filter((each) => each.kind === kind);
    const [unknown] = of('unknown');
    const [repeated] = of('repeated');
    const cause = diagnose(evidence) === 'jsonrpc/stray-response';
    const waiting = cause ? evidence.failure?.waitingFor : null;
    if (unknown)
      yield {
        ...place(unknown.frame.line),
        cause,
        message: `a response came under id ${idText(unknown.id)}, which no request had${waiting ? `, and none to ${quote(waiting)}` : ''}; clients drop it and wait until their time-out`,
        count: of('unknown').length,
      };
    if (repeated)
      yield {
        ...place(repeated.frame.line),
        severity: 'warning',
        message: 'a request was answered twice; clients drop the second response or report it as an error',
        count: of('repeated').length,
      };
  },
};

function place(line: number | undefined): { at?: string } {
  return line === undefined ? {} : { at: `stdout:${line}` };
}
