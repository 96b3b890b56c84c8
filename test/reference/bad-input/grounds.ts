import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { startWorld, type World } from '../../../fixtures/site/start.mjs';
import { callTool } from '../../../src/kit/call-tool.ts';
import { createReference, type Reference } from '../../../src/reference/adapter.ts';
import { loadReference } from '../../../src/reference/config/load-reference.ts';
import type { ProviderConfig, ReferenceConfig, ReferenceLimits } from '../../../src/reference/config/reference-config.ts';
import { browserProcesses } from '../pages/processes.ts';
import { CODED, type ProfileService, profilesConfig, startProfileService } from '../providers/profile-service.ts';
import { type SpawnedBrowser, spawnBrowser } from '../providers/spawned-browser.ts';

/** What a provider stands on: browsers that somebody else starts, if it has such. */
export interface Ground {
  provider: ProviderConfig;
  /** Brings back what the world outside brings back after its browser has died. */
  recover(): Promise<void>;
  /** Browsers that run although no environment is there, once one was. */
  idle: number;
  service: ProfileService | null;
  close(): Promise<void>;
}

const nothing = async () => {};
const local = (isolation: 'context' | 'process') => async (): Promise<Ground> => ({
  ...{ provider: { kind: 'local', browser: 'embedded', isolation }, recover: nothing, service: null, close: nothing },
  idle: isolation === 'context' ? 1 : 0,
});

const cdp =
  (egress: 'adapter' | 'provider') =>
  async (world: World): Promise<Ground> => {
    const proxy = egress === 'provider' ? world.proxies.us : undefined;
    let browser: SpawnedBrowser = await spawnBrowser(0, proxy);
    const { port } = browser;
    return {
      provider: { kind: 'cdp', endpoint: `http://127.0.0.1:${port}`, headersEnv: {}, egress },
      async recover() {
        await browser.kill();
        browser = await spawnBrowser(port, proxy);
      },
      ...{ idle: 1, service: null },
      close: () => browser.kill(),
    };
  };

async function profiles(world: World): Promise<Ground> {
  const service = await startProfileService(CODED, world.proxies.us);
  const ids = ['p1', 'p2', 'p3'];
  const provider = profilesConfig(service, CODED, { 'US-CA': ids, 'XX-MISMATCH': ids });
  return { provider, recover: nothing, idle: 0, service, close: service.close };
}

/** Every provider, each on a ground of its own. */
export const GROUNDS: [string, (world: World) => Promise<Ground>][] = [
  ['local, one browser for all', local('context')],
  ['local, a browser for each', local('process')],
  ['cdp, bound by the adapter', cdp('adapter')],
  ['cdp, bound by its owner', cdp('provider')],
  ['http-profiles', profiles],
];

/** The whole adapter on a ground, with a state folder of its own. */
export interface Running {
  reference: Reference;
  state: string;
  logged: string[];
  call(tool: string, args: object, signal?: AbortSignal): ReturnType<typeof callTool>;
  /** Prepares an environment for a new task; throws when that fails. */
  prepared(over?: object): Promise<{ env_id: string; task_id: string }>;
  close(): Promise<void>;
}

export interface RunOptions {
  provider: ProviderConfig;
  limits?: Partial<ReferenceLimits>;
  over?: Partial<ReferenceConfig>;
  /** An empty folder unless said, which goes at the end. */
  state?: string;
}

let tasks = 0;

export async function run(world: World, { provider, limits, over, state: given }: RunOptions): Promise<Running> {
  const state = given ?? mkdtempSync(join(tmpdir(), 'bad-input-'));
  const read = await loadReference(world.config, { folder: tmpdir(), env: {} });
  const config = { ...read, ...over, provider, limits: { ...read.limits, ...limits } };
  const logged: string[] = [];
  const reference = await createReference({ config, state, env: process.env, version: '1.0.0', log: (line) => logged.push(line) });
  const call: Running['call'] = (tool, args, signal) => callTool(reference.adapter, tool, args, signal ? { signal } : {});
  return {
    ...{ reference, state, logged, call },
    async prepared(more = {}) {
      const task_id = `bad-${++tasks}`;
      const envelope = await call('prepare_environment', { region: 'US-CA', task_id, ...more });
      if (!envelope.ok) throw new Error(`not prepared: ${envelope.code} ${envelope.message}`);
      return { env_id: String(envelope.env_id), task_id };
    },
    async close() {
      await reference.close();
      if (given === undefined) rmSync(state, { recursive: true, force: true });
    },
  };
}

/** What is there beside the adapter itself: what must be as before once everything was released. */
export function holdings(state: string) {
  const leases = join(state, 'leases');
  const states = join(state, 'browser-state');
  return {
    browsers: browserProcesses().length,
    folders: ownFolders().length,
    leases: existsSync(leases) ? readdirSync(leases) : [],
    holds: existsSync(states) ? readdirSync(states).filter((name) => name.endsWith('.lock')) : [],
    servers: process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length,
  };
}

/** Folders of browsers that this process has made. */
function ownFolders(): string[] {
  const root = join(tmpdir(), `mcp-adapter-${process.getuid?.() ?? userInfo().username}`);
  if (!existsSync(root)) return [];
  return readdirSync(root).filter((name) => {
    try {
      return JSON.parse(readFileSync(join(root, name, 'owner.json'), 'utf8')).pid === process.pid;
    } catch {
      return false;
    }
  });
}

/** The fixture world, started without trying the addresses: what it tries with would be among the servers that are counted. */
export const startedWorld = (): Promise<World> => startWorld({ hasLoopbackRange: process.platform === 'linux' });
