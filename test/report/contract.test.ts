import { describe, expect, test } from 'vitest';
import type { ContractTool, Run } from '../../src/model/run.ts';
import { github } from '../../src/report/github.ts';
import { json } from '../../src/report/json.ts';
import { junit } from '../../src/report/junit.ts';
import { markdown } from '../../src/report/markdown.ts';
import { pretty } from '../../src/report/pretty.ts';
import { sarif } from '../../src/report/sarif.ts';
import { outcomes } from './junit-xml.ts';
import { finding, run } from './runs.ts';

const kept = (name: string) => ({
  file: `cases/${name}.case.json`,
  replay: `mcp-adapter replay cases/${name}.case.json -- node server.js`,
});
const tool = (name: string, parts: Partial<ContractTool> = {}): ContractTool => ({
  tool: name,
  risk: 'read',
  valid: 3,
  invalid: 4,
  either: 1,
  dropped: 1,
  random: 50,
  failed: 0,
  note: '',
  ...parts,
});
const NOT_MADE = { valid: 0, invalid: 0, either: 0, dropped: 0, random: 0 };

const ACCEPTS = finding({
  rule: 'contract/accepted-invalid',
  tool: 'list_orders',
  at: '/inputSchema/properties/rows/maximum',
  message: 'accepts what its schema forbids: rows is 10, above the maximum of 9',
  count: 2,
  saved: [kept('a'), kept('b'), kept('c')],
});
const UNSTABLE = finding({ rule: 'contract/unstable-output', severity: 'warning', tool: 'list_orders', message: 'two equal calls differ' });
const SHUT_OUT = finding({ rule: 'contract/permission-too-narrow', message: 'the identity "clerk" cannot connect' });

/** Four tools: one that fails, one that keeps its declaration, one that was not called, one of which only a warning is told. */
function contracted(parts: Partial<Run> = {}): Run {
  return run('contract', {
    exitCode: 1,
    target: { kind: 'stdio', command: 'node', args: ['server.js'], env: {}, inheritEnv: false },
    durationMs: 2_500,
    tools: ['list_orders', 'find_order', 'cancel_order', 'count_orders'].map((name) => ({ name, risk: 'read', bytes: 1, tokens: 1 })),
    findings: [UNSTABLE, ACCEPTS, { ...UNSTABLE, tool: 'count_orders' }],
    contract: {
      seed: 7,
      calls: 1_412,
      tools: [
        tool('list_orders', { failed: 3 }),
        tool('find_order', { note: 'not called twice: its first call fails (order_not_found)' }),
        tool('cancel_order', { ...NOT_MADE, risk: 'destructive', note: 'not called: its risk is destructive; --allow-writes calls it' }),
        tool('count_orders', { failed: 1 }),
      ],
      identities: [{ name: 'clerk', allowed: 2, refused: 1, notRun: 1 }],
    },
    ...parts,
  });
}

describe('JUnit', () => {
  test('each tool is one test under its own name: it fails, passes, or was skipped', () => {
    const xml = junit(contracted());
    expect(outcomes(xml)).toEqual({
      list_orders: expect.stringContaining('failure'),
      find_order: 'system-out',
      cancel_order: 'skipped,system-out',
      count_orders: 'system-out',
    });
    expect(xml).toContain('tests="4" failures="1" errors="0" skipped="1"');
    expect(xml).toContain('time="2.5"');
  });

  test('a failing tool says first what is worst, then all, with its cases and how to run them', () => {
    const xml = junit(contracted());
    expect(xml).toContain('message="list_orders: accepts what its schema forbids: rows is 10, above the maximum of 9 (and 1 more)"');
    expect(xml).toContain('<property name="replay" value="mcp-adapter replay cases/a.case.json -- node server.js"/>');
    for (const words of ['8 cases, 1 dropped, 50 random', 'error contract/accepted-invalid', 'warning contract/unstable-output'])
      expect(xml).toContain(words);
    for (const { file } of ACCEPTS.saved ?? []) expect(xml).toContain(`saved ${file}`);
  });

  test('warnings fail where they have failed the run, and never in one that went well', () => {
    const warned = { findings: [UNSTABLE] };
    expect(outcomes(junit(contracted({ ...warned, exitCode: 1 }))).list_orders).toBe('failure');
    expect(outcomes(junit(contracted({ ...warned, exitCode: 0 }))).list_orders).toBe('system-out');
  });

  test('what is about the whole adapter is a test of its own', () => {
    expect(outcomes(junit(contracted({ findings: [SHUT_OUT] })))).toMatchObject({
      'contract/permission-too-narrow': 'failure',
      list_orders: 'system-out',
    });
  });
});

test('GitHub gets the worst first, at the file of its case, with the command', () => {
  const [first] = github(contracted()).split('\n');
  expect(first).toMatch(
    /^::error file=cases\/a\.case\.json,title=contract\/accepted-invalid in list_orders::accepts what its schema forbids/,
  );
  expect(first).toMatch(/%0Areplay: mcp-adapter replay cases\/a\.case\.json -- node server\.js$/);
});

test('SARIF shows a failure where check would show a finding, and says how to run it again', () => {
  const { results } = JSON.parse(sarif(contracted())).runs[0];
  const at = results.map((result: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) => result.locations[0]);
  expect(at[1]).toMatchObject({
    physicalLocation: { artifactLocation: { uri: 'server.js' } },
    logicalLocations: [{ name: 'list_orders' }, {}],
  });
  expect(results[1].message.text).toMatch(
    /\. Fix: write something else\. Replay: mcp-adapter replay cases\/a\.case\.json -- node server\.js$/,
  );
});

test('Markdown has a row for each tool and identity, and with a finding its first case and how many more there are', () => {
  const lines = markdown(contracted()).split('\n');
  const row = (start: string) => lines.find((line) => line.startsWith(start)) ?? '';
  expect(row('| <code>list&#95;orders')).toContain('| read | 8 cases, 1 dropped, 50 random | 3 failed |');
  expect(row('| <code>cancel&#95;order')).toContain('not called: its risk is destructive; --allow-writes calls it');
  expect(row('| clerk')).toBe('| clerk | 2 allowed, 1 refused, 1 not run |');
  expect(row('| error')).toContain(
    'saved <code>cases/a.case.json</code><br><code>mcp-adapter replay cases/a.case.json -- node server.js</code>',
  );
  expect(row('| error')).toContain('and 2 more cases saved');
  expect(lines).toContain('1,412 calls, seed 7');
});

test('people see what was tried, the cases whole, and one command to run', () => {
  const text = pretty(contracted());
  expect(text).toMatch(/^list_orders +read +8 cases, 1 dropped, 50 random +3 failed$/m);
  expect(text).toMatch(/^as clerk +2 allowed, 1 refused, 1 not run$/m);
  expect(text).toMatch(/^ +saved cases\/c\.case\.json\n +replay mcp-adapter replay cases\/a\.case\.json -- node server\.js$/m);
});

test('the document holds the summary as it is', () => {
  const whole = contracted();
  expect(JSON.parse(json(whole)).contract).toEqual(whole.contract);
});
