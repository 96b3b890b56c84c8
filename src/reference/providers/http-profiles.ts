import type { Browser } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { messageOf } from '../../model/fault.ts';
import { plural } from '../../model/text.ts';
import { sweepBrowserFolders } from '../browser/browser-folders.ts';
import type { HttpProfilesConfig } from '../config/reference-config.ts';
import { closeNewPages, connectCdp, disconnect } from './connect-cdp.ts';
import { adapterStops, envUnavailable } from './env-unavailable.ts';
import { createAskLayer } from './profile-api.ts';
import { profileEndpoint } from './profile-endpoint.ts';
import { createProfileLeases } from './profile-leases.ts';
import type { Lease, LeaseWish, Provider } from './provider.ts';

export interface HttpProfilesOptions {
  /** The state folder: who has which profile stands there. */
  state: string;
  env: NodeJS.ProcessEnv;
  log(line: string): void;
}

interface Held {
  profile: string;
  browser: Browser;
  /** The pages that were there at the start. */
  before: ReadonlySet<unknown>;
}

const STOP_MS = 10_000;
const CHECK_MS = 10_000;

/**
 * Browsers of a profile-browser layer: a profile of the region for each lease, started and stopped over its HTTP API. The layer binds the
 * outbound connection, and the profile keeps what pages store.
 * @throws Fault when the config is not usable
 */
export function createHttpProfilesProvider(config: HttpProfilesConfig, { state, env, log }: HttpProfilesOptions): Provider {
  const askLayer = createAskLayer(config, env);
  const leases = createProfileLeases(state, config.baseUrl);
  const held = new Map<Lease, Held>();
  const stopping = new AbortController();

  /** A layer that answers, if only with an error, does not run the profile any more: many call it one to stop what has ended by itself. */
  const stop = async (profile: string): Promise<void> => {
    try {
      await askLayer(config.stop, profile, AbortSignal.timeout(STOP_MS));
    } catch (error) {
      if (!(error instanceof ToolError) || error.code !== 'env_provider_error') throw error;
      log(`stopping profile ${profile}: ${error.message}`);
    }
  };

  /** When it cannot be stopped it counts as left running: whoever takes it next tries again. */
  const giveBack = async (profile: string): Promise<boolean> => {
    try {
      await stop(profile);
      await leases.drop(profile);
      return true;
    } catch (error) {
      leases.leave(profile);
      log(`profile ${profile} could not be stopped and may still run: ${messageOf(error)}`);
      return false;
    }
  };

  const open = async (profile: string, { signal, timeoutMs }: LeaseWish): Promise<Lease> => {
    const until = performance.now() + timeoutMs;
    const answer = await askLayer(config.start, profile, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    const endpoint = profileEndpoint(config.endpoint, answer, config.baseUrl);
    const browser = await connectCdp(endpoint, { signal, timeoutMs: Math.max(1, until - performance.now()) });
    const before = new Set(browser.contexts().flatMap((context) => context.pages()));
    const lease: Lease = { id: profile, browser, context: 'default', egress: 'provider', version: browser.version() };
    held.set(lease, { profile, browser, before });
    return lease;
  };

  /** Null when the profile is in use. */
  const tryProfile = async (profile: string, wish: LeaseWish): Promise<Lease | null> => {
    const taken = await leases.take(profile);
    if (taken === 'held') return null;
    try {
      if (taken === 'left') await stop(profile);
      return await open(profile, wish);
    } catch (error) {
      // It is somebody else's then, and not to be stopped.
      const busy = error instanceof ToolError && error.code === 'env_busy';
      if (busy) await leases.drop(profile);
      else await giveBack(profile);
      if (busy) return null;
      throw error;
    }
  };

  const acquire = async (asked: LeaseWish): Promise<Lease> => {
    const wish = { ...asked, signal: AbortSignal.any([asked.signal, stopping.signal]) };
    const profiles = profilesFor(config, wish);
    if (!profiles.length)
      throw new ToolError('env_provider_error', { message: 'the config names no profile for this region: a person should add one' });
    try {
      for (const profile of profiles) {
        wish.signal.throwIfAborted();
        const lease = await tryProfile(profile, wish);
        if (lease) return lease;
      }
    } catch (error) {
      throw envUnavailable(error, wish.signal, 'the profile could not be started');
    }
    const all = plural(profiles.length, 'profile is', 'profiles are');
    throw new ToolError('env_busy', {
      retryable: true,
      message: `${all} there for this, all in use: release an environment, or try again later`,
    });
  };

  const release = async (lease: Lease): Promise<void> => {
    const had = held.get(lease);
    held.delete(lease);
    if (!had) return;
    await closeNewPages(had.browser, had.before);
    await disconnect(had.browser);
    await giveBack(had.profile);
  };

  return {
    name: 'http-profiles',
    async check() {
      const seen = plural(Object.values(config.profiles).flat().length, 'profile');
      if (!config.status) return { ok: true, seen: `${seen}; the layer has no status call and was not asked`, todo: '' };
      try {
        await askLayer(config.status, '', AbortSignal.timeout(CHECK_MS));
        return { ok: true, seen: `${seen}; the layer answers`, todo: '' };
      } catch (error) {
        const why = error instanceof ToolError ? error.message : 'the profile-browser layer did not answer in time';
        return { ok: false, seen: why, todo: 'start it, or correct provider in the config' };
      }
    },
    acquire,
    release,
    async sweep() {
      const folders = await sweepBrowserFolders();
      const left = await leases.takeLeft();
      const stopped = await Promise.all(left.map(giveBack));
      return folders + stopped.filter(Boolean).length;
    },
    async close() {
      stopping.abort(adapterStops());
      await Promise.all([...held.keys()].map(release));
    },
  };
}

/** Where accounts have profiles of their own, they stand under `REGION/ACCOUNT`. */
function profilesFor({ profiles }: HttpProfilesConfig, { region, account }: LeaseWish): readonly string[] {
  const own = account === null ? undefined : member(profiles, `${region}/${account}`);
  return own ?? member(profiles, region) ?? [];
}

function member(profiles: HttpProfilesConfig['profiles'], key: string): readonly string[] | undefined {
  return Object.hasOwn(profiles, key) ? profiles[key] : undefined;
}
