import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startWorld, type World } from '../../../fixtures/site/start.mjs';
import { type Adapter, createAdapter } from '../../../src/kit/adapter.ts';
import { callTool } from '../../../src/kit/call-tool.ts';
import { createCredentials } from '../../../src/reference/config/credentials.ts';
import { loadReference } from '../../../src/reference/config/load-reference.ts';
import { createEnvironments } from '../../../src/reference/environments/environments.ts';
import { createTaskFiles } from '../../../src/reference/files/create-task-files.ts';
import { filesResource } from '../../../src/reference/files/resource.ts';
import { createProvider } from '../../../src/reference/providers/index.ts';
import { loadTargetMaps } from '../../../src/reference/targets/load-target-maps.ts';
import { describePageTool } from '../../../src/reference/tools/describe-page.ts';
import { extractTextTool } from '../../../src/reference/tools/extract-text.ts';
import { listItemsTool } from '../../../src/reference/tools/list-items.ts';
import { openPageTool } from '../../../src/reference/tools/open-page.ts';
import { prepareEnvironmentTool } from '../../../src/reference/tools/prepare-environment.ts';
import { screenshotTool } from '../../../src/reference/tools/screenshot.ts';

/** The value of the credential `own-site`. */
export const SECRET = 'kingfisher-over-water';
export const TASK = 't-1';

/** The tools that read, on a prepared environment of a real browser, with the fixture world and a site of the test's own. */
export interface ReadingStage {
  world: World;
  /** The origin of the test's own site. */
  own: string;
  /** Its pages by path and query: HTML, or the address that it redirects to. */
  pages: Map<string, string>;
  /** Paths that were asked for at it, with their method. */
  asked: string[];
  adapter: Adapter;
  env: string;
  /** Calls a tool in the environment. */
  call(tool: string, args?: object): ReturnType<typeof callTool>;
  /** Opens a page; gives its id. */
  open(url: string): Promise<string>;
  /** Opens a page of the test's own site with this HTML. */
  show(html: string, path?: string): Promise<string>;
  /** The page behind an id, for looking at what a tool did to it. */
  pageOf(id: string): Page;
  /** Every page of the environment's context. */
  allPages(): Page[];
  close(): Promise<void>;
}

export async function setReadingStage(map: object): Promise<ReadingStage> {
  const [state, world] = [mkdtempSync(join(tmpdir(), 'reading-')), await startWorld()];
  const pages = new Map<string, string>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const page = pages.get(request.url ?? '');
    if (page === 'never') return;
    if (page?.startsWith('http')) response.writeHead(302, { location: page }).end();
    else response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? 'not there');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = `http://${host}`;
  const file = join(state, 'own.json');
  writeFileSync(file, JSON.stringify({ format: 'mcp-adapter/targets@1', origin: own, pages: [map] }));
  const section = {
    ...world.config,
    provider: { kind: 'local', browser: 'embedded' },
    privateHosts: [...world.config.privateHosts, host],
    targets: [...world.config.targets, { file }],
    credentials: { 'own-site': { origin: own, value: SECRET } },
  };
  const config = await loadReference(section, { folder: state, env: {} });
  const log = () => {};
  const provider = createProvider(config.provider, { state, env: process.env, log });
  const environments = createEnvironments({ config, provider, state, log });
  const files = createTaskFiles(state, config.limits);
  const maps = await loadTargetMaps(config.targets);
  const services = { config, environments, maps, files, credentials: createCredentials(config.credentials), log };
  const tools = [prepareEnvironmentTool, openPageTool, describePageTool, extractTextTool, listItemsTool, screenshotTool];
  const adapter = createAdapter({
    ...{ name: 'reading', version: '1.0.0', state, log },
    tools: tools.map((tool) => tool(services)),
    resources: [filesResource(files)],
  });
  const prepared = await callTool(adapter, 'prepare_environment', { region: 'US-CA', task_id: TASK });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared));
  const env = String(prepared.env_id);
  const environment = environments.find(env, { principal: 'local' }, TASK);
  const call = (tool: string, args: object = {}) => callTool(adapter, tool, { env_id: env, task_id: TASK, ...args });
  const open = async (url: string) => {
    const opened = await call('open_page', { url });
    if (!opened.ok) throw new Error(JSON.stringify(opened));
    return String(opened.page_id);
  };
  return {
    ...{ world, own, pages, asked, adapter, env, call, open },
    async show(html, path = '/') {
      pages.set(path, `<!doctype html><meta charset=utf-8><title>Own</title>${html}`);
      return open(own + path);
    },
    pageOf: (id) => environment.pages.get(id).page,
    allPages: () => environment.context.pages(),
    async close() {
      await environments.close();
      await provider.close();
      await adapter.stop(0);
      await world.close();
      server.closeAllConnections();
      server.close();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
