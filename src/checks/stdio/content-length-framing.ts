import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleNoise } from '../sample.ts';
import { diagnose } from '../spawn/diagnosis.ts';
import { noAnswerTo } from '../spawn/post-mortem.ts';
import { placeOf } from './lines.ts';

const framed = { answeredOnClose: false, answeredFramed: true };

export const contentLengthFraming: SessionRule = {
  id: 'stdio/content-length-framing',
  on: 'session',
  severity: 'error',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio: messages are delimited by newlines, and MUST NOT contain embedded newlines',
  why: 'Content-Length headers belong to the Language Server Protocol; an MCP client takes them for garbage and waits until its time-out.',
  fix: 'write JSON.stringify(message) + "\\n", one JSON message per line, and read one message per line; no headers',
  examples: {
    good: [
      { failure: sampleFailure('silent', { limitMs: 3000, afterwards: { answeredOnClose: false, answeredFramed: false } }) },
      { noise: [sampleNoise({ text: 'Length of content: 3' })] },
    ],
    bad: [
      { noise: [sampleNoise({ kind: 'framing', text: 'Content-Length: 120' })] },
      { failure: sampleFailure('silent', { limitMs: 3000, afterwards: framed }) },
    ],
  },
  *check(evidence) {
    const { failure, noise } = evidence;
    const headers = noise.filter((each) => each.kind === 'framing');
    const failed = diagnose(evidence) === 'stdio/content-length-framing';
    if (!headers.length && !failed) return;
    const silence = failed ? `${noAnswerTo(failure)}: ` : '';
    const what = headers.length
      ? 'stdout carries Content-Length headers; MCP stdio is one JSON message per line'
      : 'the adapter answers only to Content-Length framing; MCP stdio is one JSON message per line';
    yield { ...placeOf(headers), cause: failed, message: silence + what, ...(headers.length ? { count: headers.length } : {}) };
  },
};
