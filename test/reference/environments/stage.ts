import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startWorld, type World } from '../../../fixtures/site/start.mjs';
import { type Adapter, createAdapter } from '../../../src/kit/adapter.ts';
import { type CallToolOptions, callTool } from '../../../src/kit/call-tool.ts';
import { loadReference } from '../../../src/reference/config/load-reference.ts';
import type { ReferenceConfig, ReferenceLimits } from '../../../src/reference/config/reference-config.ts';
import { createEnvironments, type Environments, type EnvironmentsOptions } from '../../../src/reference/environments/environments.ts';
import { createLocalProvider } from '../../../src/reference/providers/local.ts';
import type { Lease, Provider } from '../../../src/reference/providers/provider.ts';
import { listEnvironmentsTool } from '../../../src/reference/tools/list-environments.ts';
import { prepareEnvironmentTool } from '../../../src/reference/tools/prepare-environment.ts';
import { releaseEnvironmentTool } from '../../../src/reference/tools/release-environment.ts';

/** The world and a provider with one real browser, shared by the tests of a file. */
export interface Stage {
  world: World;
  config: ReferenceConfig;
  provider: Provider;
  /** Leases that were given out and not released. */
  leases: Set<Lease>;
  close(): Promise<void>;
}

export interface Played {
  adapter: Adapter;
  environments: Environments;
  state: string;
  logged: string[];
  lost: string[];
  call(tool: string, args: object, options?: CallToolOptions): Promise<Envelope>;
  close(): Promise<void>;
}

export type Envelope = Awaited<ReturnType<typeof callTool>>;

export async function setStage(): Promise<Stage> {
  const world = await startWorld();
  const config = await loadReference({ ...world.config, provider: { kind: 'local', browser: 'embedded' } }, { folder: tmpdir(), env: {} });
  const local = createLocalProvider({ kind: 'local', browser: 'embedded', isolation: 'context' }, { env: process.env, log: () => {} });
  const leases = new Set<Lease>();
  const provider: Provider = {
    ...local,
    // Its own tests are elsewhere; here it would remove the folders of tests that run beside.
    sweep: async () => 0,
    async acquire(wish) {
      const lease = await local.acquire(wish);
      leases.add(lease);
      return lease;
    },
    async release(lease) {
      leases.delete(lease);
      await local.release(lease);
    },
  };
  const close = async () => {
    await local.close();
    await world.close();
  };
  return { world, config, provider, leases, close };
}

export interface PlayOptions extends Partial<Pick<EnvironmentsOptions, 'now' | 'provider'>> {
  limits?: Partial<ReferenceLimits>;
  config?: Partial<ReferenceConfig>;
  /** An empty folder unless said. */
  state?: string;
}

/** The three tools on this stage, with a state folder of their own. */
export function play(stage: Stage, { limits, config: over, state = newState(), ...options }: PlayOptions = {}): Played {
  const config = { ...stage.config, ...over, limits: { ...stage.config.limits, ...limits } };
  const [logged, lost]: [string[], string[]] = [[], []];
  const log = (line: string) => void logged.push(line);
  const environments = createEnvironments({ config, provider: stage.provider, state, log, onLoss: (id) => lost.push(id), ...options });
  const unused = () => {
    throw new Error('these tools do not use it');
  };
  const services = {
    ...{ config, environments, log },
    maps: { mapFor: unused, pages: [] },
    credentials: { valueFor: unused, mask: unused },
    files: { write: unused, read: unused },
  };
  const tools = [prepareEnvironmentTool(services), releaseEnvironmentTool(services), listEnvironmentsTool(services)];
  const adapter = createAdapter({ name: 'environments', version: '1.0.0', tools, state, log });
  return {
    ...{ adapter, environments, state, logged, lost },
    call: (tool, args, options) => callTool(adapter, tool, args, options),
    async close() {
      await environments.close();
      await adapter.stop(0);
    },
  };
}

/** A stage for the tests of a file, and what plays on it until its test is over. */
export function useStage(): { stage(): Stage; start(options?: PlayOptions): Played } {
  let stage: Stage | undefined;
  const played: Played[] = [];
  beforeAll(async () => {
    stage = await setStage();
  });
  afterEach(async () => {
    for (const each of played.splice(0)) await each.close();
  });
  afterAll(async () => {
    await stage?.close();
    removeStates();
  });
  const current = (): Stage => {
    if (!stage) throw new Error('the stage is there once the tests begin');
    return stage;
  };
  return {
    stage: current,
    start(options = {}) {
      const one = play(current(), options);
      played.push(one);
      return one;
    },
  };
}

/** Another principal than the person at this machine. */
export const ALICE = { caller: { principal: 'alice', agent: null, scopes: null } };

/** An empty folder; `removeStates` takes all of them away. */
export function newState(): string {
  const folder = mkdtempSync(join(tmpdir(), 'environments-'));
  folders.push(folder);
  return folder;
}

export function removeStates(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

const folders: string[] = [];

/** What could be left behind in this process: contexts, servers that listen (guards), listeners at the browser. */
export function holdings(browser: Browser, { leases }: Stage) {
  return {
    contexts: browser.contexts().length,
    servers: process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length,
    listeners: Number(Reflect.apply(Reflect.get(browser, 'listenerCount'), browser, ['disconnected'])),
    leases: leases.size,
  };
}

/** The browser that all environments of the stage are in. */
export async function browserOf({ provider, leases }: Stage): Promise<Browser> {
  const lease = await provider.acquire({
    ...{ region: 'US-CA', purpose: 'look', account: null, timeoutMs: 30_000 },
    signal: new AbortController().signal,
  });
  leases.delete(lease);
  return lease.browser;
}

export async function killBrowser(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  if (pid === undefined) throw new Error('a browser without a process');
  process.kill(pid, 'SIGKILL');
}

/** Waits until something holds, at most 10 s. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > endsAt) throw new Error('it did not come about within 10 s');
    await delay(20);
  }
}
