import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveHttp } from '../../src/kit/serve/http.ts';
import { legacyCall, modernCall, type RawRequest, raw, told } from './http-requests.ts';
import { tinyServed } from './tiny-served.ts';

const ERAS = [
  ['legacy', legacyCall],
  ['modern', modernCall],
] as const;

describe('an adapter that is closed', () => {
  it.each(ERAS)('lets a call in flight end, and tells others on open connections that it stops (%s)', async (_, call) => {
    const tiny = tinyServed();
    const { url, close } = await serveHttp(tiny, { signals: false, graceMs: 20_000, log: () => {} });
    const health: RawRequest = { method: 'GET', path: '/health' };
    const agents = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true, maxSockets: 1 })] as const;
    for (const agent of agents) expect((await raw(url, { ...health, agent })).status).toBe(200);
    const running = raw(url, call('slow', { ms: 300 }));
    await until(() => tiny.running() === 1);
    const closing = close();
    expect(await raw(url, { ...health, agent: agents[0] })).toMatchObject({ status: 503, json: { status: 'stopping' } });
    const refused = await raw(url, { ...call('whoami'), agent: agents[1] });
    expect(refused).toMatchObject({ status: 503, json: { error: { message: expect.stringContaining('stopped') } } });
    expect(refused.headers).toMatchObject({ 'retry-after': expect.any(String), connection: 'close' });
    await expect(raw(url, health)).rejects.toThrow('ECONNREFUSED');
    expect(told(await running)).toMatchObject({ tool: 'slow' });
    await closing;
    for (const agent of agents) agent.destroy();
  });

  it.each(ERAS)('cancels a call that takes longer than the time it has, and still answers it (%s)', async (_, call) => {
    const tiny = tinyServed();
    const { url, close } = await serveHttp(tiny, { signals: false, graceMs: 50, log: () => {} });
    const running = raw(url, call('slow', { ms: 60_000 }));
    await until(() => tiny.running() === 1);
    await close();
    expect(told(await running)).toEqual({ cancelled: true });
  });

  it('does not wait for a call that ignores being cancelled', async () => {
    const tiny = tinyServed();
    const lines: string[] = [];
    const { url, close } = await serveHttp(tiny, { signals: false, graceMs: 50, log: (line) => lines.push(line) });
    const running = raw(url, modernCall('slow', { ms: 2_000 }));
    await until(() => tiny.running() === 1);
    tiny.stop = () => new Promise(() => {});
    await close();
    expect(await running).toMatchObject({ status: 503, json: { error: { message: expect.stringContaining('stopped') } } });
    expect(lines.join('\n')).toMatch(/stopping: longer than/);
  });

  it('ends the streams of those who subscribed', async () => {
    const tiny = tinyServed();
    const { url, close } = await serveHttp(tiny, { signals: false, graceMs: 50, log: () => {} });
    const { headers, body } = modernCall('whoami');
    const message = { ...JSON.parse(body), method: 'subscriptions/listen' };
    message.params = { _meta: message.params._meta, notifications: { toolsListChanged: true } };
    const listening = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'mcp-method': 'subscriptions/listen', 'mcp-name': '' },
      body: JSON.stringify(message),
    });
    expect(listening.headers.get('content-type')).toContain('text/event-stream');
    await close();
    expect(await listening.text()).toContain('notifications/subscriptions/acknowledged');
  });

  it('is closed once, however often it is asked to be', async () => {
    const { close } = await serveHttp(tinyServed(), { signals: false, graceMs: 50, log: () => {} });
    expect(close()).toBe(close());
    await close();
  });
});

describe('a process that serves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-http-'));
  const file = join(folder, 'server.mjs');
  const children = new Set<ChildProcess>();
  beforeAll(() =>
    build({
      stdin: {
        contents: `
          import { serveHttp } from '../../src/kit/serve/http.ts';
          import { tinyServed } from './tiny-served.ts';
          await serveHttp(tinyServed(), { graceMs: Number(process.env.GRACE_MS) });`,
        resolveDir: 'test/kit',
      },
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    }),
  );
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(graceMs: number): Promise<{ child: ChildProcess; url: string; ended: Promise<unknown[]>; said: () => string }> {
    const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, GRACE_MS: String(graceMs) } });
    children.add(child);
    let said = '';
    const ended = once(child, 'exit');
    const listening = new Promise<string>((resolve) => {
      child.stderr?.on('data', (chunk) => {
        said += chunk;
        const url = /listening at (\S+)/.exec(said)?.[1];
        if (url) resolve(url);
      });
    });
    const url = await Promise.race([
      listening,
      ended.then(() => {
        throw new Error(said);
      }),
    ]);
    return { child, url, ended, said: () => said };
  }

  it.each(['SIGTERM', 'SIGINT'] as const)('ends by itself with exit code 0 on %s, once the call in flight is answered', async (signal) => {
    const { child, url, ended, said } = await start(20_000);
    const running = await begun(url, 500);
    child.kill(signal);
    expect(await running.rest()).toContain('\\"tool\\":\\"slow\\"');
    expect(await ended).toEqual([0, null]);
    expect(said()).toMatch(/stopping.*\nstopped\n$/);
  });

  it('ends at once on a second signal', async () => {
    const { child, url, ended, said } = await start(60_000);
    const running = await begun(url, 60_000);
    child.kill('SIGTERM');
    await until(() => said().includes('stopping'));
    child.kill('SIGTERM');
    await expect(running.rest()).rejects.toThrow();
    expect(await ended).toEqual([143, null]);
  });
});

/** A call whose tool has told that it is under way, and what comes of it. */
async function begun(url: string, ms: number): Promise<{ rest(): Promise<string> }> {
  const { headers, body } = legacyCall('slow', { ms });
  const message = JSON.parse(body);
  message.params._meta = { progressToken: 'p' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async () => {
    const piece = await reader?.read();
    text += piece?.value ?? '';
    return piece?.done ?? true;
  };
  while (!text.includes('begun')) await read();
  return {
    async rest() {
      while (!(await read()));
      return text;
    },
  };
}

/** Waits for it; the test's own time limit ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
