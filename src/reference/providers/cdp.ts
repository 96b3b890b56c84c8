import type { Browser } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { sweepBrowserFolders } from '../browser/browser-folders.ts';
import type { CdpConfig } from '../config/reference-config.ts';
import { closeNewPages, connectCdp, disconnect } from './connect-cdp.ts';
import { adapterStops } from './env-unavailable.ts';
import { headersFrom } from './headers-from.ts';
import type { Lease, LeaseWish, Provider } from './provider.ts';

/**
 * A browser that somebody else started, at its DevTools endpoint: a connection for each lease, and never an end of the browser. Where its owner
 * binds the outbound connection its default context is given, to one lease at a time: cookies would be shared otherwise.
 * @throws Fault when a variable for a header is not set
 */
export function createCdpProvider(config: CdpConfig, env: NodeJS.ProcessEnv): Provider {
  const headers = headersFrom(config.headersEnv, env);
  const context = config.egress === 'adapter' ? 'new' : 'default';
  const held = new Map<Lease, { browser: Browser; before: Set<unknown> }>();
  const stopping = new AbortController();
  let connecting = 0;
  let count = 0;

  const connect = async (wish: LeaseWish): Promise<Lease> => {
    const signal = AbortSignal.any([wish.signal, stopping.signal]);
    const browser = await connectCdp(config.endpoint, { headers, signal, timeoutMs: wish.timeoutMs });
    const lease: Lease = { id: `cdp-${++count}`, browser, context, egress: config.egress, version: browser.version() };
    held.set(lease, { browser, before: new Set(browser.contexts().flatMap((each) => each.pages())) });
    browser.once('disconnected', () => held.delete(lease));
    return lease;
  };

  const release = async (lease: Lease): Promise<void> => {
    const had = held.get(lease);
    held.delete(lease);
    if (!had) return;
    if (context === 'default') await closeNewPages(had.browser, had.before);
    await disconnect(had.browser);
  };

  return {
    name: 'cdp',
    async check() {
      try {
        const browser = await connectCdp(config.endpoint, { headers, signal: AbortSignal.timeout(CHECK_MS), timeoutMs: CHECK_MS });
        const seen = `Chromium ${browser.version()}`;
        await disconnect(browser);
        return { ok: true, seen, todo: '' };
      } catch {
        return {
          ok: false,
          seen: 'no answer at its DevTools endpoint',
          todo: 'start the browser, or correct provider.endpoint in the config',
        };
      }
    },
    async acquire(wish) {
      if (context === 'default' && held.size + connecting > 0)
        throw new ToolError('env_busy', {
          retryable: true,
          message: 'the browser is in use by another environment: release that, or try again later',
        });
      connecting++;
      try {
        return await connect(wish);
      } finally {
        connecting--;
      }
    },
    release,
    sweep: () => sweepBrowserFolders(),
    async close() {
      stopping.abort(adapterStops());
      await Promise.all([...held.keys()].map(release));
    },
  };
}

const CHECK_MS = 10_000;
