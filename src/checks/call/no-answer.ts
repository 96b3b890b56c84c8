import type { Evidence } from '../../model/evidence.ts';
import { tellingLine } from '../../model/stderr.ts';
import { quote } from '../../model/text.ts';
import type { CallRule } from '../rule.ts';
import { sampleProcess } from '../sample.ts';

const gone = { outcome: 'gone' as const, answer: null };

export const noAnswer: CallRule = {
  id: 'call/no-answer',
  on: 'call',
  severity: 'error',
  why: 'The agent waits for the whole time-out of its host and then learns nothing.',
  fix: 'answer every call: catch what the tool throws, put a limit on each thing it waits for, and answer isError: true when it passes',
  yieldsTo: [
    'stdio/truncated-message',
    'stdio/multiline-json',
    'stdio/content-length-framing',
    'stdio/buffered-output',
    'jsonrpc/stray-response',
  ],
  examples: {
    good: [
      {},
      { exchange: { outcome: 'refused', answer: null } },
      { error: { code: -32000, message: 'ERP timed out' } },
      { exchange: { outcome: 'silent', answer: null }, evidence: { stdinSharedBy: { pid: 7, tool: 'build' } } },
    ],
    bad: [
      { exchange: { outcome: 'silent', answer: null } },
      { exchange: gone },
      {
        exchange: gone,
        evidence: { process: sampleProcess({ exit: { code: 1, signal: null, ageMs: 300 }, stderrTail: ['KeyError: 1'] }) },
      },
    ],
  },
  *check(call, { evidence }) {
    const { outcome, reason } = call.exchange;
    // A failure of the connection as a whole is told once, with its post-mortem; so is a stdin that another process reads.
    if (evidence.failure || evidence.stdinSharedBy || (outcome !== 'silent' && outcome !== 'gone')) return;
    const message =
      outcome === 'silent'
        ? 'the call got no answer before the time limit'
        : `the ${ending(evidence)} before it answered the call${lastWords(evidence)}`;
    yield { message, ...(reason ? { evidence: reason } : {}) };
  },
};

function ending({ process }: Evidence): string {
  if (!process?.exit) return 'connection ended';
  const { code, signal } = process.exit;
  return `adapter ended (${signal ? `signal ${signal}` : `exit code ${code ?? 'unknown'}`})`;
}

function lastWords({ process }: Evidence): string {
  const line = process?.exit && tellingLine(process.stderrTail);
  return line ? `; stderr: ${quote(line)}` : '';
}
