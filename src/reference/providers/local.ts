import { orTimeUp } from '../../kit/time-up.ts';
import { sweepBrowserFolders } from '../browser/browser-folders.ts';
import { browserMissing, findBrowser } from '../browser/find-browser.ts';
import { type RunningBrowser, startBrowser } from '../browser/start-browser.ts';
import type { LocalConfig } from '../config/reference-config.ts';
import { adapterStops, envUnavailable } from './env-unavailable.ts';
import type { Lease, LeaseWish, Provider } from './provider.ts';

export interface LocalOptions {
  env: NodeJS.ProcessEnv;
  log(line: string): void;
}

/** Chromium on this machine: one for all, started when it is first wanted and again when it has died, or one for each lease. */
export function createLocalProvider(config: LocalConfig, { env, log }: LocalOptions): Provider {
  /** Every browser that was started or is being started, and not yet closed. */
  const started = new Set<Promise<RunningBrowser>>();
  /** Of isolation `process`. */
  const own = new Map<Lease, RunningBrowser>();
  let shared: Promise<RunningBrowser> | null = null;
  let count = 0;
  let closed = false;

  const start = (): Promise<RunningBrowser> => {
    const starting = startBrowser({ browser: config.browser, env, log });
    started.add(starting);
    const forget = () => {
      started.delete(starting);
      if (shared === starting) shared = null;
    };
    starting.then(({ browser }) => {
      browser.once('disconnected', forget);
      if (!browser.isConnected()) forget();
    }, forget);
    return starting;
  };

  const forAll = (): Promise<RunningBrowser> => {
    shared ??= start();
    return shared;
  };

  const acquire = async ({ signal, timeoutMs }: LeaseWish): Promise<Lease> => {
    if (closed) throw adapterStops();
    const alone = config.isolation === 'process';
    const starting = alone ? start() : forAll();
    try {
      const running = await orTimeUp(starting, timeoutMs, signal);
      signal.throwIfAborted();
      if (closed) throw adapterStops();
      const { browser } = running;
      const lease: Lease = { id: `local-${++count}`, browser, context: 'new', egress: 'adapter', version: browser.version() };
      if (alone) own.set(lease, running);
      return lease;
    } catch (error) {
      // Nobody is left to use it when it comes.
      if (alone) starting.then(({ close }) => close()).catch(() => {});
      throw envUnavailable(error, signal, 'the browser did not start');
    }
  };

  return {
    name: 'local',
    async check() {
      const { choice, tried } = await findBrowser({ browser: config.browser, env });
      if (choice) return { ok: true, seen: `${choice.executable} (${choice.source})`, todo: '' };
      return { ok: false, seen: 'no browser', todo: browserMissing(tried).message };
    },
    acquire,
    async release(lease) {
      const running = own.get(lease);
      own.delete(lease);
      await running?.close();
    },
    sweep: () => sweepBrowserFolders(),
    async close() {
      closed = true;
      own.clear();
      await Promise.all([...started].map((starting) => starting.then((running) => running.close()).catch(() => {})));
    },
  };
}
