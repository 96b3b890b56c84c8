import { describe, expect, test } from 'vitest';
import { sampleFailure, sampleNoise, sampleProcess } from '../../src/checks/sample.ts';
import { containerWithoutInput } from '../../src/checks/spawn/closed-input.ts';
import { diagnose } from '../../src/checks/spawn/diagnosis.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import type { ProcessFacts } from '../../src/model/process.ts';
import { findingsOf } from './session-findings.ts';

const ended = (code: number, over: Partial<ProcessFacts> = {}) =>
  sampleProcess({ exit: { code, signal: null, ageMs: 61 }, stdoutBytes: 0, stdoutLines: 0, firstByteMs: null, ending: null, ...over });
const mute = sampleProcess({ stdoutBytes: 0, stdoutLines: 0, firstByteMs: null, stderrTail: ['resolving dependencies'], stderrBytes: 24 });
const target = { kind: 'stdio' as const, command: 'npx', args: ['-y', 'erp'], env: {}, inheritEnv: false };
const never: Partial<Evidence> = {
  tools: [],
  lists: {},
  exchanges: [],
  capabilities: {},
  target,
  handshake: { discover: null, restarted: null, initialize: null, initialized: null, firstAnswerMs: null, refused: [] },
};
const silence = { limitMs: 3000, limitOption: '--start-timeout' as const };

const failures: [string, string, Partial<Evidence>][] = [
  ['a command that is nowhere', 'spawn/command-not-found', { failure: sampleFailure('command-not-found'), process: null }],
  ['a working folder that is missing', 'spawn/cwd-missing', { failure: sampleFailure('cwd-missing', { detail: '/nope' }), process: null }],
  ['a working folder that is a file', 'spawn/cwd-missing', { failure: sampleFailure('cwd-not-a-folder'), process: null }],
  ['a file without the right to run', 'spawn/not-executable', { failure: sampleFailure('command-not-executable', { detail: 'EACCES' }) }],
  ['a file the system cannot run', 'spawn/missing-shebang', { failure: sampleFailure('command-not-executable', { detail: 'ENOEXEC' }) }],
  ['a start that the system refuses', 'spawn/failed', { failure: sampleFailure('spawn-failed', { detail: 'E2BIG' }) }],
  ['a batch file', 'spawn/windows-batch', { failure: sampleFailure('spawn-failed', { detail: 'EINVAL' }), process: null }],
  ['an early end with a reason', 'spawn/exited-early', { failure: sampleFailure('exited'), process: ended(1) }],
  ['an early end without any', 'spawn/stdin-closed', { failure: sampleFailure('exited'), process: ended(0) }],
  [
    'an early end of a server behind a URL',
    'spawn/exited-early',
    { failure: sampleFailure('exited'), process: ended(0), transport: 'http' },
  ],
  [
    'an end that the environment explains',
    'spawn/env-missing',
    { failure: sampleFailure('exited', { environment: { starts: true, variables: ['ERP_URL'] } }), process: ended(0) },
  ],
  ['silence', 'init/timeout', { failure: sampleFailure('silent', silence), process: mute }],
  ['silence of a URL', 'init/timeout', { failure: sampleFailure('silent', silence), process: null, transport: 'http' }],
  [
    'silence at the list',
    'lifecycle/no-answer',
    { failure: sampleFailure('silent', { ...silence, waitingFor: 'tools/list' }), process: mute },
  ],
  [
    'an answer that came when stdin was closed',
    'stdio/buffered-output',
    { failure: sampleFailure('silent', { ...silence, afterwards: { answeredOnClose: true, answeredFramed: false } }), process: mute },
  ],
  [
    'an answer to a framed request',
    'stdio/content-length-framing',
    { failure: sampleFailure('silent', { ...silence, afterwards: { answeredOnClose: false, answeredFramed: true } }), process: mute },
  ],
  [
    'headers and silence',
    'stdio/content-length-framing',
    { failure: sampleFailure('silent', silence), noise: [sampleNoise({ kind: 'framing' })] },
  ],
  ['a refused handshake', 'init/refused', { failure: sampleFailure('refused', { detail: 'database is locked' }) }],
  ['a refused list', 'lifecycle/refused', { failure: sampleFailure('refused', { waitingFor: 'tools/list' }) }],
  ['a connection that was closed', 'lifecycle/closed', { failure: sampleFailure('closed') }],
];

describe('a start that failed', () => {
  test.each(failures)('%s is told by %s, once', (_situation, rule, over) => {
    const findings = findingsOf({ ...never, ...over });
    expect(findings.map((finding) => [finding.rule, finding.severity, finding.cause])).toEqual([[rule, 'error', true]]);
  });

  test.each(['unreachable', 'unauthorized', 'redirected', 'http-error', 'port-in-use'] as const)('%s belongs to HTTP', (kind) => {
    expect(findingsOf({ ...never, transport: 'http', process: null, failure: sampleFailure(kind) })).toEqual([]);
  });

  test('noise before the end stands beside the cause, and is none', () => {
    const noise = [sampleNoise({ text: 'usage: erp serve', beforeFirst: true })];
    const findings = findingsOf({
      ...never,
      failure: sampleFailure('exited'),
      process: ended(2, { stdoutBytes: 17, stdoutLines: 1 }),
      noise,
    });
    expect(findings.map((finding) => [finding.rule, finding.cause])).toEqual([
      ['spawn/exited-early', true],
      ['stdio/stdout-noise', false],
    ]);
    expect(findings[0]?.message).toContain('17 bytes in 1 line on stdout, 1 of them no message');
  });

  test('an early end names code, request, bytes and the telling line, and leaves the age to the evidence', () => {
    const stderrTail = ['Loading…', 'Error: failed to read ./governance.yaml', '    at main (/app/x.js:1:2)', 'Node.js v20.20.2'];
    const [finding] = findingsOf({ ...never, failure: sampleFailure('exited'), process: ended(1, { stderrTail, stderrBytes: 90 }) });
    for (const part of ['code 1', '"initialize"', '0 bytes', '"failed to read ./governance.yaml"'])
      expect(finding?.message).toContain(part);
    expect(finding?.message).not.toContain('61 ms');
    expect(finding?.evidence).toContain('61 ms');
  });

  test('bytes that came after the time limit do not count as output', () => {
    const late = { ...mute, stdoutBytes: 143, stdoutLines: 1, firstByteMs: 6090, exit: { code: 0, signal: null, ageMs: 6100 } };
    const [finding] = findingsOf({ ...never, failure: sampleFailure('silent', silence), process: late });
    expect(finding?.message).toContain('in 3.0 s; the process is alive; 0 bytes on stdout; stderr: "resolving dependencies"');
  });

  test('an adapter that answered is diagnosed as nothing', () => {
    expect(diagnose({ failure: null } as Evidence)).toBeNull();
  });
});

describe('a container', () => {
  const launch = (command: string, ...args: string[]) => ({ command, args, env: {}, inheritEnv: false });
  test.each([
    ['docker run --rm erp', 'docker run'],
    ['/usr/bin/podman run -e I=1 erp', 'podman run'],
    ['docker exec erp node s.js', 'docker exec'],
    ['docker run -i --rm erp', null],
    ['docker run --rm -it erp', null],
    ['docker run --interactive erp', null],
    ['docker compose up', null],
    ['node run', null],
  ])('%s has no input: %s', (line, told) => {
    const [command = '', ...args] = line.split(' ');
    expect(containerWithoutInput(launch(command, ...args))).toBe(told);
  });
});
