import type { Finding } from '../../src/model/finding.ts';
import { type CaseRecord, emptyRun, type Run, type StepRecord, summarise } from '../../src/model/run.ts';

/** A finding of which a test says what matters to it. */
export function finding(parts: Partial<Finding> = {}): Finding {
  return {
    rule: 'tool/some-rule',
    severity: 'error',
    tool: null,
    at: null,
    message: 'something is wrong',
    fix: 'write something else',
    clause: null,
    profile: null,
    count: 1,
    source: null,
    evidence: null,
    ...parts,
  };
}

/** A run with its counts made from its findings and steps. */
export function run(command: string, parts: Partial<Run> = {}): Run {
  const whole = { ...emptyRun(command), ...parts };
  return { ...whole, summary: summarise(whole) };
}

const target = { kind: 'stdio' as const, command: 'node', args: ['server.js'], env: {}, inheritEnv: false };
const adapter = { name: 'erp', version: '1.4.0', era: 'legacy' as const, protocol: '2025-11-25', transport: 'stdio' as const };
const tools = [
  { name: 'find_order', risk: 'read' as const, bytes: 412, tokens: 103 },
  { name: 'prepare_environment', risk: 'destructive' as const, bytes: 1230, tokens: 308 },
  { name: 'export_orders', risk: 'write' as const, bytes: 98, tokens: 25 },
];

export function cleanCheck(): Run {
  return run('check', {
    target,
    adapter,
    tools,
    durationMs: 312,
    hosts: [
      { host: 'SDK 1.x', version: '1.32.2', accepts: true, tools: 3, detail: '' },
      { host: 'Claude Code', version: null, accepts: true, tools: 3, detail: '' },
    ],
  });
}

export function faultyCheck(): Run {
  return run('check', {
    ...cleanCheck(),
    exitCode: 1,
    durationMs: 812,
    findings: [
      finding({
        rule: 'design/unbounded-number',
        severity: 'warning',
        tool: 'prepare_environment',
        at: '/inputSchema/properties/timeout',
        message: '"timeout" and "retries": no maximum, so a model may ask for any value and the call may run for hours',
        fix: 'give each number a maximum, and say its unit',
        count: 2,
        source: { file: 'src/server.ts', line: 41, column: 3 },
      }),
      finding({
        rule: 'design/open-object',
        severity: 'info',
        tool: 'prepare_environment',
        at: '/inputSchema',
        message: 'additionalProperties is not stated',
        fix: 'state additionalProperties: false',
      }),
      finding({
        rule: 'schema/root-combinator',
        tool: 'export_orders',
        at: '/inputSchema/anyOf',
        message: 'anyOf: at the root of the schema; Anthropic and OpenAI refuse the whole request',
        fix: 'write one flat object, say the either/or in the descriptions and check it in the handler',
        profile: 'anthropic,openai',
      }),
      finding({
        rule: 'stdio/stdout-noise',
        at: 'stdout:1',
        message: '"starting on :3000" on stdout is not JSON-RPC; strict clients close the connection on it',
        fix: 'log to stderr',
        clause: '2026-07-28 basic/transports/stdio',
        evidence: 'starting on :3000 (pid 4711)',
      }),
    ],
    hosts: [
      { host: 'SDK 1.x', version: '1.32.2', accepts: true, tools: 3, detail: '' },
      { host: 'Claude Code', version: null, accepts: true, tools: 3, detail: '' },
      { host: 'Gemini', version: null, accepts: true, tools: 2, detail: 'export_orders dropped, root anyOf' },
      { host: 'OpenAI', version: null, accepts: false, tools: 0, detail: 'export_orders has a root anyOf' },
    ],
    next: 'mcp-adapter rules stdio/stdout-noise',
  });
}

export function failedStart(): Run {
  return run('check', {
    exitCode: 3,
    durationMs: 95,
    target: { ...target, args: ['missing.js'] },
    error: {
      phase: 'spawn',
      class: 'spawn/exited',
      message: 'node exited with code 1 before answering initialize',
      hint: 'run the command yourself first; its last lines on stderr are above',
      exitCode: 1,
      signal: null,
      ageMs: 61,
      stdoutBytes: 0,
      stderrTail: ['node:internal/modules/cjs/loader:1228', '', "Error: Cannot find module './missing.js'", '    at Module._load'],
    },
  });
}

export function listed(): Run {
  return run('list', {
    target,
    adapter,
    tools,
    durationMs: 200,
    resources: [{ name: 'orders', uri: 'orders://all' }],
    prompts: [{ name: 'summarise', description: 'Summarise one order' }],
  });
}

export function called(result: unknown, parts: Partial<Run> = {}): Run {
  return run('call', {
    target,
    adapter,
    tools,
    durationMs: 640,
    steps: [
      {
        name: 'prepare_environment',
        status: 'passed',
        tool: 'prepare_environment',
        outcome: 'ok',
        code: 'ok',
        ms: 512,
        taskId: 't-1',
        result,
        steps: [{ name: 'warm_up', ms: 280, code: 'ok' }],
      },
    ],
    ...parts,
  });
}

export function bothTransports(): Run {
  const http = { kind: 'http' as const, url: 'http://127.0.0.1:5000/mcp', headers: {} };
  return run('check', {
    exitCode: 1,
    durationMs: 1500,
    runs: [faultyCheck(), run('check', { ...cleanCheck(), target: http, adapter: { ...adapter, transport: 'http' } })],
  });
}

/** Steps of a suite and saved cases, of every status and verdict. */
export function judgedRun(): Run {
  const step = (parts: Partial<StepRecord>): StepRecord => ({
    name: 'a step',
    status: 'passed',
    tool: 'find_order',
    outcome: 'ok',
    code: 'ok',
    ms: 10,
    taskId: 'smoke-1',
    result: null,
    steps: [],
    ...parts,
  });
  const judged = (parts: Partial<CaseRecord>): CaseRecord => ({
    id: '',
    file: '',
    tool: 'open_page',
    verdict: 'fixed',
    runs: 3,
    failures: 0,
    rebound: [],
    staleSchema: false,
    schemaChanges: [],
    detail: '',
    ms: 1200,
    ...parts,
  });
  const inCases = (name: string) => ({
    file: `cases/${name}.case.json`,
    replay: `mcp-adapter replay cases/${name}.case.json -- node server.js`,
  });
  return run('smoke', {
    target,
    adapter,
    tools,
    exitCode: 1,
    durationMs: 9000,
    steps: [
      step({ name: 'an environment', tool: 'prepare_environment', ms: 512, steps: [{ name: 'warm_up', ms: 280, code: 'ok' }] }),
      step({
        name: 'the page opens',
        tool: 'open_page',
        status: 'failed',
        outcome: 'tool_error',
        code: 'env_unavailable',
        ms: 1203,
        steps: [{ name: 'navigate', ms: 900, code: 'env_unavailable' }],
        message: 'no environment is free in US-CA',
        mismatches: ['ok is false, expected true', 'code is "env_unavailable", expected "ok"'],
        saved: inCases('open_page/opens--3f9a1c02'),
      }),
      step({
        name: 'the form is sent',
        tool: 'submit',
        status: 'errored',
        outcome: 'transport',
        code: 'not_run',
        ms: 0,
        message: '"the page opens", which captures {{form}}, did not pass',
      }),
      step({ name: 'a receipt', status: 'errored', outcome: 'transport', code: 'not_run', ms: 0, message: 'the form is sent' }),
      step({ name: 'find_order' }),
    ],
    cases: [
      judged({
        id: 'open_page--slow--0a1b2c3d',
        file: 'cases/open_page/slow--0a1b2c3d.case.json',
        detail: 'met the expectation in 3 of 3 runs (a failure in 30 % of runs would pass unseen 34 % of the time; --runs 10: 3 %)',
        accepted: true,
      }),
      judged({
        id: 'open_page--late--11111111',
        file: 'cases/open_page/late--11111111.case.json',
        verdict: 'still-fails',
        failures: 3,
        rebound: ['/env_id', '/url'],
        staleSchema: true,
        schemaChanges: ['/properties/timeout/maximum: 120 → 60', '/required: "url" added'],
        detail: 'env_unavailable in 3 of 3 runs',
        saved: inCases('open_page/late--11111111.min'),
      }),
      judged({
        id: 'open_page--gone--22222222',
        file: 'cases/open_page/gone--22222222.case.json',
        verdict: 'different-failure',
        failures: 3,
        detail: 'code timeout instead of env_unavailable',
        saved: inCases('open_page/gone--33333333'),
      }),
      judged({
        id: 'find_order--busy--44444444',
        file: 'cases/find_order/busy--44444444.case.json',
        tool: 'find_order',
        verdict: 'flaky',
        failures: 2,
        detail: 'failed in 2 of 3 runs',
      }),
      judged({
        id: 'find_order--lost--55555555',
        file: 'cases/find_order/lost--55555555.case.json',
        tool: 'find_order',
        verdict: 'unreplayable',
        runs: 0,
        ms: 40,
        detail: 'the secret ERP_TOKEN is not set: set it, or write it into .mcp-adapter/secrets.env',
      }),
    ],
  });
}

/** Texts that break out of one format or another, with names for the tests' messages. */
export const HOSTILE: Record<string, string> = {
  ansi: '\u001b[2J\u001b]8;;http://evil.example\u0007link\u001b[0m',
  c1: 'a\u009b31mred',
  bidi: 'abc\u202edcba\u202c',
  tags: 'x\u{e0049}\u{e0067}\u{e006e}\u{e007f}y',
  zeroWidth: 'i\u200bg\u2060n\ufefford',
  newlines: 'one\ntwo\r\nthree\rfour\u2028five',
  workflowCommand: '\n::error file=a.ts::pwned\n##[error]pwned\n::add-mask::x\n::stop-commands::y',
  markup: '</script><script>alert(1)</script><img src=x onerror=alert(1)>',
  cdata: ']]> ]]]]><![CDATA[>',
  entities: '&amp;&#0;&#xFFFE;&unknown;<!DOCTYPE x [<!ENTITY y "z">]>',
  noncharacters: '\ufffe\uffff\u{1fffe}\u0000\u0001\u000b\u001f',
  loneSurrogates: '\ud800 x \udfff',
  markdown:
    '| a | `code` ``` [link](http://evil.example) www.evil.example ![i](http://evil.example/i.png) @octocat #1 <b> **bold** ~~x~~ \\| $x$',
  percent: '100%25 %0A %0D %3A %2C a,b:c',
  prototypes: '__proto__ constructor toString hasOwnProperty',
  quotes: `"double" 'single' \`back\``,
  emoji: '👩‍👩‍👧 日本語のツール',
  huge: 'x'.repeat(1024 * 1024),
  empty: '',
};

/** What a terminal obeys or hides, and halves of characters: everything of the kind but the line feed. */
export const OBEYED =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\u{e0000}-\u{e007f}]/u;

/** A run in which every text that an adapter can choose is `text`. */
export function hostileRun(text: string): Run {
  const hostile = finding({
    tool: text,
    at: text,
    message: text,
    fix: text,
    clause: text,
    evidence: text,
    source: { file: text, line: 3, column: 1 },
  });
  const saved = { file: text, replay: text };
  const step: StepRecord = {
    name: text,
    status: 'failed',
    tool: text,
    outcome: 'tool_error',
    code: text,
    ms: 1,
    taskId: text,
    result: { content: [{ type: 'text', text }, { type: text }], structuredContent: { [text]: text } },
    steps: [{ name: text, ms: 1, code: text }],
    message: text,
    mismatches: [text, `it says ${text}`],
    saved,
  };
  const judged: CaseRecord = {
    id: text,
    file: text,
    tool: text,
    verdict: 'flaky',
    runs: 3,
    failures: 2,
    rebound: [text, text],
    staleSchema: true,
    schemaChanges: [text, text],
    detail: text,
    ms: 1,
    saved,
    accepted: true,
  };
  return run('check', {
    exitCode: 1,
    target: { kind: 'stdio', command: text, args: [text], env: {}, inheritEnv: false, name: text },
    adapter: { name: text, version: text, era: 'legacy', protocol: text, transport: 'stdio' },
    tools: [{ name: text, risk: 'read', bytes: 1, tokens: 1 }],
    resources: [{ name: text, uri: text }],
    prompts: [{ name: text, description: text }],
    findings: [
      hostile,
      { ...hostile, severity: 'warning' },
      { ...hostile, severity: 'info' },
      { ...hostile, rule: 'contract/accepted-invalid', source: null, saved: [saved, saved, saved, saved] },
    ],
    hosts: [{ host: text, version: text, accepts: true, tools: 0, detail: text }],
    steps: [step, { ...step, name: 'other', status: 'errored', result: null }],
    cases: [judged, { ...judged, verdict: 'unreplayable' }, { ...judged, verdict: 'fixed' }],
    changes: [
      {
        ...hostile,
        fingerprint: '3f9a1c02b7d4',
        before: text,
        after: { [text]: [text, 1] },
        accepted: { reason: text, until: '2027-01-31' },
      },
    ],
    contract: {
      seed: 1,
      calls: 9,
      tools: [{ tool: text, risk: 'read', valid: 3, invalid: 4, either: 1, dropped: 1, random: 2, failed: 1, note: text }],
      identities: [{ name: text, allowed: 1, refused: 1, notRun: 1 }],
    },
    error: {
      phase: 'call',
      class: text,
      message: text,
      hint: text,
      exitCode: 1,
      signal: text,
      ageMs: 1,
      stdoutBytes: 1,
      stderrTail: [text, text],
    },
    next: text,
  });
}
