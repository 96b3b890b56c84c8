import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, fixture, run } from '../cli/run-cli.ts';
import { startFixture } from '../wire/http-server.ts';

const CALLS = [
  'find_order={"order_id":"A-1001"}',
  'find_order={"order_id":"none"}',
  'list_orders={}',
  'create_return={}',
  'cancel_order={}',
];

const words = (era: string) => [
  'check',
  '--strict',
  '--profile',
  'portable',
  '--era',
  era,
  ...CALLS.flatMap((call) => ['--call', call]),
  '--probe-args',
];

test.each(['legacy', 'modern'])('our own check finds nothing in the orders adapter over stdio (%s)', { timeout: 60_000 }, async (era) => {
  const { exitCode, findings, summary, hosts } = await run([...words(era), '--', 'node', fixture('orders.mjs')]);
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect([exitCode, summary.errors, summary.warnings]).toEqual([0, 0, 0]);
  expect(hosts.filter(({ accepts, tools }) => !accepts || tools !== 5)).toEqual([]);
});

test.each(['legacy', 'modern'])('our own check finds nothing in the orders adapter over HTTP (%s)', { timeout: 60_000 }, async (era) => {
  await using server = await startFixture('orders.mjs');
  const { exitCode, findings, summary } = await run([...words(era), '--url', server.url]);
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect([exitCode, summary.errors, summary.warnings]).toEqual([0, 0, 0]);
});

test('a person grants, the call books, the log tells, all on the state folder beside the config', { timeout: 60_000 }, async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'orders-'));
  try {
    writeFileSync(
      `${cwd}/mcp-adapter.json`,
      JSON.stringify({ targets: { shop: { stdio: { command: 'node', args: [fixture('orders.mjs')] } } } }),
    );
    const wanted = JSON.stringify({ task_id: 't-1', step_id: 's-1', order_id: 'A-1001', quantity: 1, reason: 'broken' });
    const refused = await run(['call', 'create_return', wanted], { cwd });
    expect([refused.exitCode, refused.steps[0]?.code]).toEqual([1, 'write_not_enabled']);
    expect((await cli(['grant', 'add', '--task', 't-1', '--tools', 'create_return', '--max-calls', '1'], { cwd })).exitCode).toBe(0);
    const done = await run(['call', 'create_return', wanted], { cwd });
    expect([done.exitCode, done.steps[0]?.code]).toEqual([0, 'ok']);
    expect(done.steps[0]?.steps.map(({ name }) => name)).toEqual(['connect', 'tools/list', 'tools/call', 'check_order', 'book']);
    const usage = await cli(['audit', 'usage', '--by', 'tool', '--format', 'jsonl'], { cwd });
    const rows = usage.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.find(({ name }) => name === 'create_return')).toMatchObject({ calls: 2, ok: 1, failed: 1 });
    expect(rows.find(({ name }) => name === 'find_order')).toMatchObject({ calls: 0 });
    expect((await cli(['audit', 'verify'], { cwd })).exitCode).toBe(0);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
