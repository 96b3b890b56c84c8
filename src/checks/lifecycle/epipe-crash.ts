import { tellingLine } from '../../model/stderr.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { exchange } from '../sample.ts';

const BROKEN_PIPE = /\bEPIPE\b|Broken ?pipe/i;
const probed = (reason: string | null) => ({ probes: { 'closed-stdout': [exchange('tools/call', { outcome: 'gone', reason })] } });

export const epipeCrash: SessionRule = {
  id: 'lifecycle/epipe-crash',
  on: 'session',
  severity: 'info',
  transports: ['stdio'],
  why: 'A client that goes away in the middle of a call leaves a stack trace in the logs, and the adapter has no chance to clean up.',
  fix: 'take an error on stdout for the end of the conversation: process.stdout.on("error", () => process.exit(0)), except BrokenPipeError',
  examples: {
    good: [{}, probed(null), probed('exit code 0'), probed('exit code 0\nprotocol: write EPIPE'), probed('ended by SIGPIPE')],
    bad: [probed('exit code 1\nError: write EPIPE\n    at afterWriteDispatched'), probed('BrokenPipeError: [Errno 32] Broken pipe')],
  },
  *check({ probes }) {
    const reasons = (probes['closed-stdout'] ?? []).flatMap(({ reason }) => reason ?? []);
    // One that writes the error down and ends with 0 has taken it for the end.
    const crash = reasons.find((reason) => BROKEN_PIPE.test(reason) && !/^exit code 0\b/.test(reason));
    if (crash === undefined) return;
    const lines = crash.split('\n');
    const said = lines.filter((line) => BROKEN_PIPE.test(line));
    yield {
      message: `after the client closed stdout the adapter crashed with EPIPE instead of ending: ${quote(tellingLine(said) ?? said[0] ?? '')}`,
      evidence: lines.slice(0, 8).join('\n'),
    };
  },
};
