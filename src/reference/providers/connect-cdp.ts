import type { Browser } from 'playwright-core';
import { orTimeUp } from '../../kit/time-up.ts';
import { openBrowserFolder, removeBrowserFolder } from '../browser/browser-folders.ts';
import { envUnavailable } from './env-unavailable.ts';

export interface CdpSettings {
  headers?: Record<string, string>;
  signal: AbortSignal;
  timeoutMs: number;
}

const DISCONNECT_MS = 2_000;

/**
 * Connects to a browser that is not ours, at its DevTools endpoint. What Playwright keeps of it is in a folder of its own, gone with the connection.
 * @throws ToolError `env_unavailable`; the reason of the signal
 */
export async function connectCdp(endpoint: string, { headers = {}, signal, timeoutMs }: CdpSettings): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const folder = await openBrowserFolder();
  const remove = () => removeBrowserFolder(folder).catch(() => {});
  const connecting = chromium.connectOverCDP(endpoint, { headers, timeout: timeoutMs, artifactsDir: folder });
  connecting.then((browser) => browser.once('disconnected', remove), remove);
  try {
    const browser = await orTimeUp(connecting, timeoutMs, signal);
    signal.throwIfAborted();
    return browser;
  } catch (error) {
    connecting.then(disconnect).catch(() => {});
    throw envUnavailable(error, signal, 'the browser does not answer at its DevTools endpoint: a person should see whether it runs');
  }
}

/** Leaves a browser that is not ours running. Never rejects. */
export async function disconnect(browser: Browser): Promise<void> {
  await orTimeUp(browser.close(), DISCONNECT_MS).catch(() => {});
}

/** Closes the pages of a default context that were not there before. Never rejects. */
export async function closeNewPages(browser: Browser, before: ReadonlySet<unknown>): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const closing = pages.filter((page) => !before.has(page)).map((page) => page.close());
  await orTimeUp(Promise.allSettled(closing), DISCONNECT_MS).catch(() => {});
}
