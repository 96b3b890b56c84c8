import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/wire/free-port.ts';
import { cli, run } from '../cli/run-cli.ts';
import { processesWith } from '../processes.mjs';
import { conformance, HAS_SUITE, REVISIONS } from './conformance.ts';
import { newProject, PYTHON } from './project.ts';

const execute = promisify(execFile);

describe.skipIf(!PYTHON && !process.env.CI)('the python-mcp template (needs Python with the MCP SDK)', () => {
  let project: ReturnType<typeof newProject>;
  let python: string;

  beforeAll(() => {
    project = newProject('python-mcp');
    python = `${project.folder}/.venv/bin/python`;
  });
  afterAll(() => project.remove());

  it('is clean by strict check over stdio and HTTP in both eras, and every host takes every tool', async () => {
    const checked = await run(
      ['check', '--strict', '--profile', 'portable', '--transport', 'both', '--era', 'both', '--call', 'find_order={"order_id":"A-1001"}'],
      { cwd: project.folder },
    );
    expect(checked.runs.map(({ adapter }) => [adapter?.transport, adapter?.protocol])).toEqual([
      ['stdio', '2025-11-25'],
      ['stdio', '2026-07-28'],
      ['http', '2025-11-25'],
      ['http', '2026-07-28'],
    ]);
    for (const each of checked.runs) {
      expect(each.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
      expect(each.hosts.map(({ host }) => host)).toEqual(expect.arrayContaining(['sdk-1', 'sdk-2']));
      expect(each.hosts.filter(({ accepts, tools }) => !accepts || tools !== 2)).toEqual([]);
    }
    expect(checked.exitCode).toBe(0);
  });

  it('passes its own smoke suite over both transports', async () => {
    const smoked = await run(['smoke', '--transport', 'both'], { cwd: project.folder });
    expect(smoked.runs.map(({ summary }) => [summary.failed, summary.errored])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    for (const each of smoked.runs) expect(each.steps.length).toBeGreaterThan(8);
    expect(smoked.exitCode).toBe(0);
  });

  it('keeps its contract, except for what its SDK does not answer', async () => {
    const { findings } = await run(['contract', '--seed', '1', '--allow-writes', '--timeout', '2s'], { cwd: project.folder });
    // Half of a character in a line is no JSON to the SDK for Python: it drops the line without an answer.
    expect(findings.filter(({ rule, message }) => rule !== 'contract/timed-out' || !message.includes('surrogate'))).toEqual([]);
  });

  it('passes its own tests, and its own linter finds nothing', async () => {
    const { stdout } = await execute(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], { cwd: project.folder });
    expect(stdout).toMatch(/^\d+ passed in/m);
    await execute(python, ['-m', 'ruff', 'check', '--no-cache', '.'], { cwd: project.folder });
    await execute(python, ['-m', 'ruff', 'format', '--no-cache', '--check', '.'], { cwd: project.folder });
  });

  it.each(['end of stdin', 'SIGTERM', 'SIGINT'] as const)('ends on %s over stdio, and notes it in the audit log', async (how) => {
    const state = `${project.folder}/state-${how.replaceAll(' ', '-')}`;
    const env = { PATH: process.env.PATH, MCP_ADAPTER_STATE: state };
    const server = spawn(python, ['server.py'], { cwd: project.folder, env, stdio: ['pipe', 'pipe', 'ignore'] });
    const clientInfo = { name: 'test', version: '1' };
    const send = (id: number, method: string, params: object) =>
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    send(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    send(2, 'tools/call', { name: 'find_order', arguments: { order_id: 'A-1001' } });
    const answers: unknown[] = [];
    for await (const line of createInterface(server.stdout)) {
      answers.push(JSON.parse(line).id);
      if (answers.length === 2) break;
    }
    const ended = once(server, 'exit');
    if (how === 'end of stdin') server.stdin.end();
    else server.kill(how);
    expect(await Promise.race([ended, delay(20_000, 'still there', { ref: false })])).toEqual([0, null]);
    expect(processesWith('environ', state)).toEqual([]);
    const { stdout } = await execute(process.execPath, ['dist/cli/main.js', 'audit', 'export', '--state', state]);
    const records: { kind: string; agent?: string }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ kind, agent }) => [kind, agent])).toEqual([
      ['start', undefined],
      ['outcome', 'test'],
      ['stop', undefined],
    ]);
  });

  it('ends on SIGTERM over HTTP while the ERP owes an answer', async () => {
    const erp = createServer();
    const asked = once(erp, 'request');
    erp.listen(0, '127.0.0.1');
    await once(erp, 'listening');
    const address = erp.address();
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      MCP_ADAPTER_STATE: `${project.folder}/state-http`,
      ERP_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      ERP_TOKEN: 'for-a-test',
      ERP_USER: 'alice',
    };
    const server = spawn(python, ['server.py', '--http', String(port)], { cwd: project.folder, env, stdio: 'ignore' });
    const ended = once(server, 'exit');
    try {
      const target = ['--url', `http://127.0.0.1:${port}/mcp`];
      await expect.poll(async () => (await cli(['list', ...target])).exitCode, { timeout: 30_000 }).toBe(0);
      const called = run(['call', 'find_order', '{"order_id":"A-1001"}', ...target]);
      await asked;
      server.kill('SIGTERM');
      // Three tries of ten seconds each would be longer.
      expect(await Promise.race([ended, delay(20_000, 'still there', { ref: false })])).toEqual([null, 'SIGTERM']);
      expect((await called).exitCode).not.toBe(0);
    } finally {
      server.kill('SIGKILL');
      erp.closeAllConnections();
      erp.close();
    }
  });

  it('asks for tokens over HTTP with OAuth: exit code 4 without one, nothing to find with one', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/mcp`;
    const issuer = spawn(python, ['-m', 'fixtures.issuer', url], { cwd: project.folder, stdio: ['ignore', 'pipe', 'ignore'] });
    const made = new Map<string, string>();
    for await (const line of createInterface(issuer.stdout)) {
      const [, name = '', value = ''] = /^export (\w+)=(\S+)$/.exec(line) ?? [];
      made.set(name, value);
      if (name === 'BOB') break;
    }
    try {
      const given = ['--env', `OAUTH_ISSUER=${made.get('OAUTH_ISSUER')}`, '--env', `OAUTH_JWKS=${made.get('OAUTH_JWKS')}`];
      const target = ['--url', url, '--cwd', project.folder, ...given];
      const start = ['--', python, 'server.py', '--http', String(port)];
      const refused = await run(['check', ...target, ...start]);
      expect([refused.exitCode, refused.error?.class]).toEqual([4, 'auth/required']);
      const env = { PATH: process.env.PATH, BOB: made.get('BOB') };
      const bearer = ['--bearer-env', 'BOB'];
      const checked = await run(['check', '--strict', '--profile', 'portable', ...bearer, ...target, ...start], { env });
      expect(checked.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
      expect(checked.exitCode).toBe(0);
      const own = await run(['call', 'find_order', '{"order_id":"B-2001"}', ...bearer, ...target, ...start], { env });
      expect(own.steps[0]).toMatchObject({ outcome: 'ok' });
    } finally {
      await end(issuer);
    }
  });

  /** The scenarios of what this adapter has, and not every one. */
  const MORE = ['prompts-list', 'resources-list', 'server-sse-multiple-streams'];
  const SCENARIOS = { '2025-11-25': [...MORE, 'server-session-lifecycle'], '2026-07-28': [...MORE, 'caching'] };

  it.skipIf(!HAS_SUITE).each(REVISIONS)(
    'passes the official scenarios that apply, in %s (npm run conformance installs the suite)',
    async (revision) => {
      const env = { PATH: process.env.PATH, MCP_ADAPTER_STATE: `${project.folder}/state-judged` };
      const server = spawn(python, ['server.py', '--http', '0'], { cwd: project.folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
      try {
        let url = '';
        for await (const line of createInterface(server.stderr)) {
          url = /listening at (\S+)/.exec(line)?.[1] ?? '';
          if (url) break;
        }
        expect(await conformance(url, revision, 'python-mcp', SCENARIOS[revision])).toEqual([]);
      } finally {
        await end(server);
      }
    },
  );
});

/** Kills a process, and waits until it writes no more. */
async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
