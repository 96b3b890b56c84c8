import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { cli, run } from '../cli/run-cli.ts';
import { conformance, HAS_SUITE, REVISIONS } from './conformance.ts';
import { newProject } from './project.ts';

const STRICT = ['check', '--strict', '--profile', 'portable'];
const AUDIENCE = 'https://shop.example/mcp';

let project: ReturnType<typeof newProject>;
let at: { cwd: string };
const children: ChildProcess[] = [];

beforeAll(() => {
  project = newProject('typescript');
  at = { cwd: project.folder };
  execFileSync(join(project.folder, 'node_modules/.bin/tsc'), at);
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => project.remove());

/** Starts a built script of the project and waits until it has printed this; what it printed, when it ends without. */
async function started(words: string[], env: Record<string, string>, awaited: RegExp, cwd = at.cwd): Promise<RegExpExecArray> {
  const child = spawn(process.execPath, words, { cwd, env: { PATH: process.env.PATH, ...env } });
  children.push(child);
  let printed = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk;
        const found = awaited.exec(printed);
        if (found) resolve(found);
      });
    child.on('close', (code) => reject(new Error(`exit code ${code}: ${printed}`)));
  });
}

/** The runs of `--era both --transport both`, one a line: how each went. */
function told({ runs }: Run): string[] {
  return runs.map(
    ({ adapter, summary }) => `${adapter?.transport} ${summary.errors} ${summary.warnings} ${summary.failed} ${summary.errored}`,
  );
}

describe('a project of the template typescript', () => {
  it('passes its own tests, and runs none that is no longer there', () => {
    writeFileSync(join(project.folder, 'dist/test/gone.test.js'), "throw new Error('its source is gone');");
    expect(() => execFileSync('npm', ['test'], { ...at, encoding: 'utf8', stdio: 'pipe' })).not.toThrow();
  });

  it('tells a failing test by its place in the source, and with what the adapter logged', () => {
    const broken = newProject('typescript');
    try {
      change(broken.folder, 'src/tools/find-order.ts', 'return { order };', "throw new Error('not today');");
      const { stdout, status } = spawnSync('npm', ['test'], { cwd: broken.folder, encoding: 'utf8' });
      expect(status).toBe(1);
      expect(stdout).toContain('✖ an order is found, and only the fields that an agent needs');
      expect(stdout).toMatch(/at .*\/test\/find-order\.test\.ts:\d+/);
      expect(stdout).toMatch(/find_order: Error: not today/);
    } finally {
      broken.remove();
    }
  });

  it('offers a read and a write tool, a resource and a prompt', async () => {
    const { tools, resources, prompts } = await run(['list'], at);
    expect(tools.map(({ name, risk }) => [name, risk])).toEqual([
      ['find_order', 'read'],
      ['create_return', 'write'],
    ]);
    expect([resources.map(({ uri }) => uri), prompts.map(({ name }) => name)]).toEqual([['erp://policies/returns'], ['handle_return']]);
  });

  it('gives check a next command that goes well', async () => {
    const { next } = await run(['check'], at);
    const [, tool = '', args = ''] = /^mcp-adapter call (\S+) '(.*)' --server shop$/.exec(next ?? '') ?? [];
    expect((await run(['call', tool, args], at)).exitCode).toBe(0);
  });

  it('gives check nothing to say in either era, over stdio and HTTP, with calls that go well and wrong', async () => {
    const calls = ['find_order={"order_id":"A-1001"}', 'find_order={"order_id":"none"}', 'create_return={}'];
    const words = [...STRICT, '--era', 'both', '--transport', 'both', ...calls.flatMap((each) => ['--call', each]), '--probe-args'];
    const document = await run(words, at);
    expect(told(document)).toEqual(['stdio 0 0 0 0', 'stdio 0 0 0 0', 'http 0 0 0 0', 'http 0 0 0 0']);
    expect(document.exitCode).toBe(0);
    for (const { hosts } of document.runs) {
      expect(hosts.map(({ host }) => host)).toEqual(expect.arrayContaining(['sdk-1', 'sdk-2']));
      expect(hosts.filter(({ accepts, tools }) => !accepts || tools !== 2)).toEqual([]);
    }
  });

  it('passes its suite in either era, over stdio and HTTP, and ends when it is told to', async () => {
    const document = await run(['smoke', '--era', 'both', '--transport', 'both'], at);
    expect(document.runs.flatMap(({ steps }) => steps.filter(({ status }) => status !== 'passed'))).toEqual([]);
    expect(document.runs.map(({ steps }) => steps.at(-1)?.name)).toEqual(Array(4).fill('shutdown'));
    expect(document.exitCode).toBe(0);
    for (const tool of ['find_order', 'create_return']) {
      const codes = document.runs[0]?.steps.filter((step) => step.tool === tool).map(({ code }) => code);
      expect(codes).toContain('ok');
      expect(codes?.some((code) => code !== 'ok')).toBe(true);
    }
  });

  it('keeps its contract: nothing is found, and its suite shows the way to every tool', async () => {
    const tested = await run(['contract', '--seed', '1', '--allow-writes'], at);
    expect([tested.findings, tested.contract?.tools.map(({ note }) => note).filter(Boolean)]).toEqual([[], []]);
  });

  it('books after a grant by a person, and the audit log tells', async () => {
    const args = JSON.stringify({ order_id: 'A-1001', quantity: 1, reason: 'too small', task_id: 't-1', step_id: 'book' });
    expect((await cli(['grant', 'add', '--task', 't-1', '--tools', 'create_return', '--max-calls', '1'], at)).exitCode).toBe(0);
    const first = await run(['call', 'create_return', args], at);
    const second = await run(['call', 'create_return', args], at);
    expect([first, second].map(({ steps }) => steps[0]?.code)).toEqual(['ok', 'ok']);
    const { stdout } = await cli(['audit', 'export', '--task', 't-1', '--format', 'jsonl'], at);
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const outcomes = records.filter(({ kind }) => kind === 'outcome');
    expect(outcomes.map(({ tool, code, replayed }) => [tool, code, replayed === true])).toEqual([
      ['create_return', 'ok', false],
      ['create_return', 'ok', true],
    ]);
    expect((await cli(['audit', 'verify'], at)).exitCode).toBe(0);
  });

  it('heeds the grants of the project wherever a host starts it', async () => {
    const [, url = ''] = await started([join(project.folder, 'dist/src/main.js'), '--http', '0'], {}, /listening at (\S+)/, tmpdir());
    const args = JSON.stringify({ order_id: 'A-1001', quantity: 1, reason: 'too small', task_id: 't-2', step_id: 'book' });
    expect((await cli(['grant', 'add', '--task', 't-2', '--tools', 'create_return'], at)).exitCode).toBe(0);
    expect((await run(['call', 'create_return', args, '--url', url], at)).steps[0]?.code).toBe('ok');
  });

  it('tells that an ERP is slow before its host gives up', async () => {
    const hanging = createHttpServer(() => {}).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const env = [`ERP_URL=http://127.0.0.1:${portOf(hanging)}/api`, 'ERP_TOKEN=secret', 'ERP_USER=alice'];
    const { steps } = await run(['call', 'find_order', '{"order_id":"A-1001"}', ...env.flatMap((each) => ['--env', each])], at);
    hanging.closeAllConnections();
    hanging.close();
    expect(steps[0]?.code).toBe('backend_timeout');
  });

  it('over HTTP with OAuth says where a token is got, and lets in who has one', async () => {
    const [, issuer = '', jwks = '', alice = '', bob = ''] = await started(
      ['dist/fixtures/issuer.js', AUDIENCE],
      {},
      /OAUTH_ISSUER=(\S+) OAUTH_JWKS=(\S+)\n\S+ ALICE=(\S+)\n\S+ BOB=(\S+)\n/,
    );
    const oauth = { OAUTH_ISSUER: issuer, OAUTH_JWKS: jwks, OAUTH_AUDIENCE: AUDIENCE };
    const [, url = ''] = await started(['dist/src/main.js', '--http', '0'], oauth, /listening at (\S+)/);
    const env = { PATH: process.env.PATH, ALICE: alice, BOB: bob };

    const without = await run([...STRICT, '--url', url], { env });
    expect([without.exitCode, without.error?.class, without.findings]).toEqual([4, 'auth/required', []]);
    expect(without.error?.message).toContain(`scope "orders:read returns:write", login at ${issuer}`);

    const checked = await run([...STRICT, '--url', url, '--bearer-env', 'ALICE'], { env });
    expect([checked.exitCode, checked.summary.errors, checked.summary.warnings]).toEqual([0, 0, 0]);

    const ask = (user: string) => run(['call', 'find_order', '{"order_id":"B-2001"}', '--url', url, '--bearer-env', user], { env });
    expect((await ask('BOB')).steps[0]?.code).toBe('ok');
    expect((await ask('ALICE')).steps[0]?.code).toBe('order_not_found');
  });

  it.each([
    ['words that are not understood', ['--htp', '5000'], {}, /^"--htp 5000" is not understood: .*--http PORT\n$/],
    ['half of the OAuth settings', ['--http', '0'], { OAUTH_ISSUER: 'https://login.example' }, /^OAUTH_JWKS is not set: .*\n$/m],
    ['an ERP at no URL', [], { ERP_URL: 'erp.example/api', ERP_TOKEN: 'secret' }, /^ERP_URL is no URL: .*https:.*\n$/],
    ['an ERP without a credential', [], { ERP_URL: 'https://erp.example/api' }, /^ERP_TOKEN is not set: .*\n$/],
  ])('is not started with %s, and says so in a line', async (_, words, env, sentence) => {
    const { code, stderr } = await ended(['dist/src/main.js', ...words], env);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(code).toBe(2);
  });

  it('is not started on a port that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = portOf(taken);
    const { code, stderr } = await ended(['dist/src/main.js', '--http', String(port)], {});
    taken.close();
    expect(stderr).toContain(`port ${port} of 127.0.0.1 is in use`);
    expect(code).toBe(2);
  });

  it('fails its suite when a tool no longer does what it says', async () => {
    const broken = newProject('typescript');
    try {
      change(broken.folder, 'src/erp.ts', "'$1-$2-$3'", "'$3.$2.$1'");
      execFileSync(join(broken.folder, 'node_modules/.bin/tsc'), { cwd: broken.folder });
      const { exitCode, steps } = await run(['smoke'], { cwd: broken.folder });
      expect([exitCode, steps[0]?.status]).toEqual([1, 'failed']);
    } finally {
      broken.remove();
    }
  });
});

function change(folder: string, path: string, before: string, after: string): void {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(before);
  writeFileSync(
    file,
    text.replace(before, () => after),
  );
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Runs a built script of the project to its end. */
async function ended(words: string[], env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, words, { ...at, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  await once(child, 'close');
  return { code: child.exitCode, stderr };
}

/** The scenarios of what this adapter has, and not every one. */
const MORE = ['completion-complete', 'prompts-list', 'resources-list', 'server-sse-multiple-streams'];
const SCENARIOS = { '2025-11-25': [...MORE, 'logging-set-level', 'server-session-lifecycle'], '2026-07-28': [...MORE, 'caching'] };

describe.skipIf(!HAS_SUITE)('the official suite (npm run conformance installs it)', () => {
  it.each(REVISIONS)('finds nothing wrong in the scenarios that apply, in %s', async (revision) => {
    const [, url = ''] = await started(['dist/src/main.js', '--http', '0'], {}, /listening at (\S+)/);
    expect(await conformance(url, revision, 'typescript', SCENARIOS[revision])).toEqual([]);
  });
});
