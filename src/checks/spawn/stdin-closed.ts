import { launchOf } from '../../model/target.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';
import { containerWithoutInput } from './closed-input.ts';
import { diagnose } from './diagnosis.ts';
import { asked, lastWords } from './post-mortem.ts';

const ended = (code: number, over = {}) =>
  sampleProcess({ exit: { code, signal: null, ageMs: 300 }, stdoutBytes: 0, stdoutLines: 0, ending: null, ...over });
const docker = (...args: string[]) => ({ kind: 'stdio' as const, command: 'docker', args, env: {}, inheritEnv: false });

export const stdinClosed: SessionRule = {
  id: 'spawn/stdin-closed',
  on: 'session',
  severity: 'error',
  cause: true,
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio: the server reads JSON-RPC messages from its stdin',
  why: 'A start script or container that does not pass stdin on gives the adapter the end of its input at once, and it leaves without a word.',
  fix: 'pass stdin on to the adapter (docker run -i, no "< /dev/null", no "&" in a start script), and check that the file starts the server and reads stdin until it ends',
  examples: {
    good: [
      { failure: sampleFailure('exited'), process: ended(1) },
      { failure: sampleFailure('exited'), process: ended(0, { stdoutBytes: 200 }) },
      { failure: sampleFailure('exited'), process: ended(0, { stderrTail: ['usage: erp-adapter serve'], stderrBytes: 30 }) },
    ],
    bad: [
      { failure: sampleFailure('exited'), process: ended(0), target: docker('run', '-i', '--rm', 'erp') },
      { failure: sampleFailure('exited'), process: ended(0), target: docker('run', '--rm', 'erp') },
      { failure: sampleFailure('exited'), process: ended(0, { stderrTail: ['ERP adapter on stdio'], stderrBytes: 30 }) },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'spawn/stdin-closed') return;
    const { failure, process, target } = evidence;
    const container = containerWithoutInput(launchOf(target));
    yield {
      message: `the adapter ended with code 0 before it answered ${asked(failure?.waitingFor ?? null)}, as if its input had been closed or nothing had read it${container ? `; ${quote(container)} was given without -i` : ''}`,
      ...(container ? { fix: `write ${container} -i …, so that the container gets stdin` } : {}),
      evidence: lastWords(process),
    };
  },
};
