import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { messageOf } from '../../model/fault.ts';
import type { ReferenceConfig, RegionConfig } from '../config/reference-config.ts';
import type { Guard } from '../guard/guard.ts';
import { portOf } from '../guard/host-rule.ts';
import type { GuardPolicy } from '../guard/policy.ts';
import { startGuard } from '../guard/start-guard.ts';
import type { PageBook } from '../pages/page-book.ts';
import type { Lease } from '../providers/provider.ts';
import type { Seat } from './admission.ts';
import type { Cleanup } from './cleanup.ts';
import type { SavedState, StateOwner } from './saved-states.ts';
import type { StateHold } from './state-hold.ts';

/** A context with its outbound connection bound. It outlives its environment while it is parked, and becomes another one's. */
export interface Session {
  readonly owner: StateOwner;
  readonly seat: Seat;
  /** Null for one that begins without a saved state and saves none. */
  readonly hold: StateHold | null;
  readonly lease: Lease;
  readonly context: BrowserContext;
  readonly guard: Guard | null;
  /** Null until it is ready. */
  pages: PageBook | null;
  /** Milliseconds of the wall clock. */
  readonly createdAt: number;
  /** Aborted once it ends. */
  readonly over: AbortSignal;
  isAlive(): boolean;
  /** Ends it and gives everything back. Never rejects; the second call waits for the first. */
  close(): Promise<void>;
}

/** Makes the guard and the context in a browser; both are given back by `cleanup`. */
export async function bindOutbound(
  lease: Lease,
  region: RegionConfig,
  config: ReferenceConfig,
  saved: SavedState | null,
  cleanup: Cleanup,
  log: (line: string) => void,
): Promise<{ guard: Guard | null; context: BrowserContext }> {
  if (lease.context === 'default') return { guard: null, context: defaultContext(lease.browser) };
  const guard = lease.egress === 'adapter' ? await startGuard({ policy: policyOf(config, region), upstream: region.proxy }) : null;
  if (guard) await cleanup.add(() => guard.close());
  const options: BrowserContextOptions = {
    ...(guard ? { proxy: { server: guard.url } } : {}),
    acceptDownloads: false,
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 720 },
  };
  const context = await newContext(lease.browser, options, saved, log);
  await cleanup.add(() => context.close());
  return { guard, context };
}

/** A saved state that the browser does not take must not keep its owner from ever getting an environment again. */
async function newContext(browser: Browser, options: BrowserContextOptions, saved: SavedState | null, log: (line: string) => void) {
  if (!saved) return browser.newContext(options);
  try {
    return await browser.newContext({ ...options, storageState: saved });
  } catch (error) {
    if (!browser.isConnected()) throw error;
    log(`a saved state could not be used, so the environment begins without cookies: ${messageOf(error)}`);
    return browser.newContext(options);
  }
}

/** Calls `lost` once when the context or its browser ends, whoever ended it; gives what stops watching. */
export function watch(context: BrowserContext, browser: Browser, lost: () => void): () => void {
  const stop = () => {
    context.off('close', ended);
    browser.off('disconnected', ended);
  };
  const ended = () => {
    stop();
    lost();
  };
  context.on('close', ended);
  browser.on('disconnected', ended);
  return stop;
}

function defaultContext(browser: Browser): BrowserContext {
  const [context] = browser.contexts();
  if (!context) throw new Error('a browser without its default context');
  return context;
}

/** The policy of a region's environments: what the operator has named as first page and echo is allowed by that. */
export function policyOf({ allowHosts, denyHosts, privateHosts, echo }: ReferenceConfig, { warmUp }: RegionConfig): GuardPolicy {
  const own = [echo.url, warmUp].map((text) => {
    const url = new URL(text);
    return `${url.hostname}:${portOf(url)}`;
  });
  return { allowHosts: allowHosts && [...allowHosts, ...own], denyHosts, privateHosts };
}
