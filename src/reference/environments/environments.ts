import type { Steps } from '../../kit/steps.ts';
import type { ReferenceConfig } from '../config/reference-config.ts';
import type { Provider } from '../providers/provider.ts';
import { Seats } from './admission.ts';
import { type Ended, isSaved } from './ended-environments.ts';
import type { EnvironmentLookup } from './environment.ts';
import { type ListedEnvironments, type ListWish, listed } from './list.ts';
import { Pool } from './pool.ts';
import { type Prepared, type PrepareWish, type Preparing, prepare } from './prepare.ts';
import { prepareQuota } from './prepare-quota.ts';
import { SavedStates } from './saved-states.ts';

export interface EnvironmentsOptions {
  config: ReferenceConfig;
  provider: Provider;
  /** The state folder, absolute. */
  state: string;
  /** Milliseconds of the wall clock. */
  now?: () => number;
  log(line: string): void;
  /** Told of an environment that ended without anybody wanting it. */
  onLoss?: (envId: string, why: string) => void;
}

/** The environments of one adapter. */
export interface Environments extends EnvironmentLookup {
  /** @throws ToolError, see `prepare` */
  prepare(wish: PrepareWish, steps: Steps): Promise<Prepared>;
  /** True while this process has that environment. */
  has(envId: string): boolean;
  /**
   * Ends an environment: its cookies and storage are saved and its context is kept for the next one of its owner, or both are thrown away.
   * For one that has ended before it is no error; its saved state is thrown away even then.
   * @throws ToolError `env_not_found`, `env_forbidden`
   */
  release(
    envId: string,
    caller: { principal: string; task: string },
    keepState: boolean,
    signal: AbortSignal,
  ): Promise<{ stateSaved: boolean }>;
  /** Those of a principal, the newest first. */
  list(principal: string, wish: ListWish): ListedEnvironments;
  /** Ends what is past its time. Done by itself every 30 s, too. */
  sweep(): void;
  /** Ends everything. */
  close(): Promise<void>;
}

const SWEEP_MS = 30_000;

export function createEnvironments({ config, provider, state, now = Date.now, log, onLoss = () => {} }: EnvironmentsOptions): Environments {
  const states = new SavedStates(state, log);
  const quota = prepareQuota(state, config.limits.preparesPerHour, now, log);
  const pool = new Pool({ limits: config.limits, states, provider: provider.name, now, log, onLoss });
  const admission = {
    ...{ limits: config.limits, states, seats: new Seats(config.limits), parking: pool.parking },
    untilNextEnd: () =>
      Math.min(
        config.limits.idleMinutes * 60_000,
        ...pool.live.map(({ environment }) => Math.max(1_000, pool.endsAt(environment) - now())),
      ),
  };
  const timer = setInterval(() => pool.sweep(), SWEEP_MS);
  timer.unref();
  let sweeping: Promise<void> | undefined;
  const swept = () => {
    sweeping ??= sweptAtStart(provider, states, log);
    return sweeping;
  };
  const parts: Preparing = { config, provider, states, quota, admission, pool, swept, now, log };

  return {
    prepare(wish, steps) {
      pool.sweep();
      return prepare(wish, steps, parts);
    },
    find: (envId, { principal }, task) => pool.find(envId, principal, task).environment,
    has: (envId) => pool.live.some(({ environment }) => environment.id === envId && environment.isAlive()),
    async release(envId, { principal, task }, keepState, signal) {
      const ended = pool.ended(envId);
      if (ended?.principal === principal && ended.task === task) {
        if (!keepState) await forget(ended, pool);
        return { stateSaved: isSaved(ended) };
      }
      const live = pool.find(envId, principal, task);
      return { stateSaved: await pool.release(live, keepState ? 'park' : 'forget', signal) };
    },
    list: (principal, wish) => listed(pool, principal, wish),
    sweep: () => pool.sweep(),
    async close() {
      clearInterval(timer);
      await pool.close();
    },
  };
}

/** Throws away what an environment that has ended has saved. */
async function forget(ended: Ended, { parking }: Pool): Promise<void> {
  const { stateKey, version } = ended;
  ended.version = null;
  if (stateKey !== null && version !== null) await parking.forget(stateKey, version);
}

/** What dead processes left is removed before the first environment is made; that it cannot be is no reason to make none. */
async function sweptAtStart(provider: Provider, states: SavedStates, log: (line: string) => void): Promise<void> {
  try {
    const count = (await provider.sweep()) + (await states.sweep());
    if (count) log(`${count} left by processes that have ended: removed`);
  } catch (error) {
    log(`what processes left that have ended could not be removed: ${error}`);
  }
}
