import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli, run } from '../cli/run-cli.ts';
import { conformance, HAS_SUITE, REVISIONS } from './conformance.ts';
import { newProject, PYTHON } from './project.ts';

const execute = promisify(execFile);

/** Replaces the click of the fixture environment by one that begins, says so in the file `begun`, and takes its time. */
const SLOW = `
import os, sys, time
from pathlib import Path
import app, environments

click = environments.Environment.click

def slow(self, control):
    Path(os.environ["MCP_ADAPTER_STATE"], "begun").touch()
    time.sleep(float(sys.argv[1]))
    return click(self, control)

environments.Environment.click = slow
app.serve(0)
`;

interface Envelope {
  ok: boolean;
  code: string;
  env_id: string;
  title?: string;
  replayed?: boolean;
}

describe.skipIf(!PYTHON && !process.env.CI)('the python-flask template (needs Python with Flask)', () => {
  let project: ReturnType<typeof newProject>;
  const started: ChildProcess[] = [];

  beforeAll(() => {
    project = newProject('python-flask');
  });
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    project.remove();
  });

  /** A server of the project on a state folder. */
  async function serve(state: string, args: readonly string[] = ['app.py', '--port', '0']) {
    const env = { PATH: process.env.PATH, MCP_ADAPTER_STATE: state };
    const child = spawn(join(project.folder, '.venv/bin/python'), args, { cwd: project.folder, env, stdio: ['pipe', 'ignore', 'pipe'] });
    started.push(child);
    for await (const line of createInterface(child.stderr)) {
      const [, url] = /listening at (\S+)/.exec(line) ?? [];
      if (!url) continue;
      child.stderr.resume();
      return { child, url, exited: once(child, 'exit') };
    }
    throw new Error('the server did not start');
  }

  async function call(url: string, name: string, args: object): Promise<Envelope> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result } = (await answer.json()) as { result: { structuredContent: Envelope } };
    return result.structuredContent;
  }

  /** An environment of task t-1 in which the orders are open, and a grant to click there. */
  async function prepared(url: string, state: string): Promise<string> {
    const { env_id } = await call(url, 'prepare_environment', { region: 'DE', purpose: 'test', task_id: 't-1' });
    await call(url, 'open_page', { env_id, url: 'https://shop.test/orders.html' });
    const { exitCode } = await cli(['grant', 'add', '--task', 't-1', '--tools', 'click', '--max-calls', '3', '--state', state]);
    expect(exitCode).toBe(0);
    return env_id;
  }

  const follow = (env_id: string, step_id: string) => ({ env_id, role: 'link', name: 'Order A-1001', task_id: 't-1', step_id });
  const state = (name: string) => join(project.folder, `state-${name}`);

  async function records(folder: string): Promise<{ kind: string; code?: string; tool?: string }[]> {
    const { stdout } = await cli(['audit', 'export', '--state', folder]);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  it('is clean by strict check in both eras, and every host takes every tool', async () => {
    const checked = await run(['check', '--strict', '--profile', 'portable', '--era', 'both'], { cwd: project.folder });
    expect(checked.runs.map(({ adapter }) => adapter?.protocol)).toEqual(['2025-11-25', '2026-07-28']);
    for (const each of checked.runs) {
      expect(each.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
      expect(each.hosts.map(({ host }) => host)).toEqual(expect.arrayContaining(['sdk-1', 'sdk-2']));
      expect(each.hosts.filter(({ accepts, tools }) => !accepts || tools !== 5)).toEqual([]);
    }
    expect(checked.exitCode).toBe(0);
  });

  it('passes its own smoke suite', async () => {
    const smoked = await run(['smoke'], { cwd: project.folder });
    expect(smoked.steps.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(smoked.steps.length).toBeGreaterThan(15);
    expect(smoked.exitCode).toBe(0);
  });

  it('keeps its contract: nothing is found, and its suite shows the way to every tool', async () => {
    const tested = await run(['contract', '--seed', '1', '--allow-writes'], { cwd: project.folder });
    expect([tested.findings, tested.contract?.tools.map(({ note }) => note).filter(Boolean)]).toEqual([[], []]);
  });

  it('passes its own tests, and its own linter finds nothing', async () => {
    const python = join(project.folder, '.venv/bin/python');
    const { stdout } = await execute(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], { cwd: project.folder });
    expect(stdout).toMatch(/^\d+ passed(, 1 skipped)? in/m);
    await execute(python, ['-m', 'ruff', 'check', '--no-cache', '.'], { cwd: project.folder });
    await execute(python, ['-m', 'ruff', 'format', '--no-cache', '--check', '.'], { cwd: project.folder });
  });

  it('clicks once for fifty concurrent calls of one step, at two processes on one state folder', async () => {
    const folder = state('many');
    const both = [await serve(folder), await serve(folder)];
    const urls = both.map(({ url }) => url);
    const env_id = await prepared(urls[0] ?? '', folder);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => call(urls[n % 2] ?? '', 'click', follow(env_id, 'follow'))));
    expect(answers.filter(({ title }) => title === 'Order A-1001')).toHaveLength(50);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(49);
    const clicks = readFileSync(join(folder, 'environments', env_id), 'utf8').match(/"clicked"/g);
    expect(clicks).toHaveLength(1);
    const used = readdirSync(join(folder, 'grants')).filter((name) => name.endsWith('.uses'));
    expect(used.flatMap((name) => readdirSync(join(folder, 'grants', name)))).toEqual(['1.json']);

    for (const { child, exited } of both) {
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
    }
    expect((await cli(['grant', 'list', '--state', folder])).stdout).toContain('1 of 3');
    const verified = await cli(['audit', 'verify', '--state', folder]);
    expect(verified.stdout).toContain('whole:');
    expect(verified.exitCode).toBe(0);
    const outcomes = (await records(folder)).filter(({ kind, tool }) => kind === 'outcome' && tool === 'click');
    expect(outcomes).toHaveLength(50);
    expect((await cli(['audit', 'usage', '--state', folder])).stdout).toMatch(/click\s+50\s+50\s+0\s+49/);
  });

  it('is in doubt after it was killed in the middle of a click, and goes on with the next step', async () => {
    const folder = state('killed');
    const slow = await serve(folder, ['-c', SLOW, '60']);
    const env_id = await prepared(slow.url, folder);
    const broken = call(slow.url, 'click', follow(env_id, 'follow')).catch(() => 'no answer');
    await until(() => existsSync(join(folder, 'begun')));
    slow.child.kill('SIGKILL');
    expect(await broken).toBe('no answer');

    const { url } = await serve(folder);
    expect(await call(url, 'click', follow(env_id, 'follow'))).toMatchObject({ ok: false, code: 'in_doubt', retryable: false });
    expect(await call(url, 'click', follow(env_id, 'again'))).toMatchObject({ ok: true, title: 'Order A-1001' });
    const seen = await records(folder);
    expect(seen.filter(({ kind }) => kind === 'intent')).toHaveLength(2);
    expect((await cli(['audit', 'verify', '--state', folder])).exitCode).toBe(0);
  });

  it('ends when its stdin does, so that who started it need not wait', async () => {
    const folder = state('stdin');
    const { child, exited } = await serve(folder, ['app.py', '--port', '0', '--until-stdin-ends']);
    child.stdin?.end();
    expect(await exited).toEqual([0, null]);
  });

  it('answers a call that is under way before it ends on SIGTERM, and notes the end', async () => {
    const folder = state('stopped');
    const { child, url, exited } = await serve(folder, ['-c', SLOW, '1']);
    const env_id = await prepared(url, folder);
    const answer = call(url, 'click', follow(env_id, 'follow'));
    await until(() => existsSync(join(folder, 'begun')));
    child.kill('SIGTERM');
    expect(await answer).toMatchObject({ ok: true, title: 'Order A-1001' });
    expect(await exited).toEqual([0, null]);
    expect((await records(folder)).at(-1)).toMatchObject({ kind: 'stop' });
  });

  it.skipIf(!HAS_SUITE).each(REVISIONS)(
    'passes the official scenarios that apply, in %s (npm run conformance installs the suite)',
    async (revision) => {
      const { url } = await serve(state(`judged-${revision}`));
      expect(await conformance(url, revision, 'python-flask')).toEqual([]);
    },
  );
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !holds(); tries++) await delay(50);
  expect(holds()).toBe(true);
}
