import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { callTool } from '../../../src/kit/call-tool.ts';
import { addGrant } from '../../../src/kit/grants.ts';
import { createReference, type Reference } from '../../../src/reference/adapter.ts';
import { loadReference } from '../../../src/reference/config/load-reference.ts';

export type Envelope = Awaited<ReturnType<typeof callTool>>;

/** A task with a page open in an environment of its own. */
export interface OpenTask {
  task: string;
  env: string;
  /** A write tool on the page; `step` is another one in each call unless said. */
  call(tool: string, args: object, step?: string): Promise<Envelope>;
  /** A tool that takes no step. */
  read(tool: string, args?: object): Promise<Envelope>;
  /** A person's grant for these tools. */
  grant(tools: string[], origins?: string[]): Promise<void>;
  /** The page itself, to see what came of a call. */
  page(): Page;
}

interface Answer {
  status: number;
  html?: string;
  location?: string;
}

/** The reference adapter with a real browser, on pages that the tests of a file write themselves, on a server of this machine. */
export interface WriteStage {
  readonly origin: string;
  readonly reference: Reference;
  readonly state: string;
  readonly logged: string[];
  /** HTML by path, or what answers. */
  readonly pages: Map<string, string | ((request: IncomingMessage) => Answer | Promise<Answer>)>;
  /** `POST /path body`, of everything that was sent. */
  readonly posts: string[];
  open(path: string, html?: string): Promise<OpenTask>;
}

export interface WriteStageOptions {
  /** A target map in YAML. */
  targets: string;
  credentials?: Record<string, string>;
  isolation?: 'context' | 'process';
}

export function writeStage({ targets, credentials = {}, isolation = 'context' }: WriteStageOptions): WriteStage {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-w-'));
  const pages: WriteStage['pages'] = new Map();
  const [posts, logged]: [string[], string[]] = [[], []];
  const prepared: { env_id: string; task_id: string }[] = [];
  let [reference, server, origin, tasks]: [Reference | null, Server | null, string, number] = [null, null, '', 0];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString();
      if (request.method === 'POST') posts.push(`${request.method} ${request.url} ${body}`);
      if (request.url === '/echo') return response.end(JSON.stringify({ ip: request.socket.remoteAddress }));
      const page = pages.get(new URL(request.url ?? '/', 'http://x').pathname);
      const plain = () => ({ status: page === undefined ? 404 : 200, html: typeof page === 'string' ? page : 'not there' });
      const answer: Answer = typeof page === 'function' ? await page(request) : plain();
      response.writeHead(answer.status, {
        'content-type': 'text/html; charset=utf-8',
        ...(answer.location ? { location: answer.location } : {}),
      });
      response.end(answer.html ? `<!doctype html><meta charset=utf-8><title>Shop</title>${answer.html}` : '');
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    const file = join(folder, 'targets.yaml');
    writeFileSync(file, targets);
    const config = await loadReference(
      {
        provider: { kind: 'local', browser: 'embedded', isolation },
        regions: { HERE: { addresses: ['127.0.0.1'], warmUp: `${origin}/echo` } },
        echo: { url: `${origin}/echo`, pointer: '/ip' },
        privateHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
        targets: [
          { file, origin },
          { file, origin: `http://localhost:${port}` },
        ],
        credentials: Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, { origin, value }])),
      },
      { folder, env: {} },
    );
    reference = await createReference({
      config,
      state: join(folder, 'state'),
      env: process.env,
      version: '1.0.0',
      log: (line) => logged.push(line),
    });
  });
  afterEach(async () => {
    for (const { env_id, task_id } of prepared.splice(0))
      if (reference) await callTool(reference.adapter, 'release_environment', { env_id, task_id, keep_state: false });
  });
  afterAll(async () => {
    await reference?.close();
    await reference?.adapter.stop(0);
    server?.closeAllConnections();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    pages,
    posts,
    logged,
    state: join(folder, 'state'),
    get origin() {
      return origin;
    },
    get reference() {
      if (!reference) throw new Error('the adapter is not there yet');
      return reference;
    },
    async open(path, html) {
      if (html !== undefined) pages.set(path, html);
      const { adapter, services } = this.reference;
      const task = `t-${++tasks}`;
      const made = await callTool(adapter, 'prepare_environment', { region: 'HERE', purpose: 'test', task_id: task });
      if (!made.ok) throw new Error(JSON.stringify(made));
      const env = String(made.env_id);
      prepared.push({ env_id: env, task_id: task });
      const url = /^https?:/.test(path) ? path : origin + path;
      const opened = await callTool(adapter, 'open_page', { env_id: env, task_id: task, url });
      if (!opened.ok) throw new Error(JSON.stringify(opened));
      let steps = 0;
      return {
        task,
        env,
        page: () => services.environments.find(env, { principal: 'local' }, task).pages.get(undefined).page,
        read: (tool, args = {}) => callTool(adapter, tool, { env_id: env, task_id: task, ...args }),
        call: (tool, args, step = `s-${++steps}`) => callTool(adapter, tool, { env_id: env, task_id: task, step_id: step, ...args }),
        grant: async (tools, origins = []) => {
          await addGrant(join(folder, 'state'), { task, tools, origins, by: 'a person', maxCalls: 20 });
        },
      };
    },
  };
}
