import type { Browser } from 'playwright-core';
import { orTimeUp } from '../../kit/time-up.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { messageOf } from '../../model/fault.ts';
import { shorten } from '../../model/text.ts';
import type { BrowserChoice } from './browser-choice.ts';
import { openBrowserFolder, removeBrowserFolder } from './browser-folders.ts';
import { processesOf } from './browser-processes.ts';
import { type Attempt, browserMissing, type FindOptions, findBrowser } from './find-browser.ts';
import { launchBrowser } from './launch.ts';
import { watched } from './oversize-message.ts';

/** A browser of ours that runs, with a folder of its own. */
export interface RunningBrowser {
  browser: Browser;
  choice: BrowserChoice;
  /** What was passed over for it. */
  tried: Attempt[];
  /** Ends it and removes its folder. Never rejects; repeating it is no error. */
  close(): Promise<void>;
}

export interface StartOptions extends Pick<FindOptions, 'browser' | 'env'> {
  log(line: string): void;
}

const CLOSE_MS = 1_000;

/**
 * Finds a browser and starts it. One that was found and does not start is passed over for the next, unless it was asked for by name.
 * @throws ToolError `browser_missing` (none is installed), `env_unavailable` (none of them starts)
 */
export async function startBrowser({ browser, env, log }: StartOptions): Promise<RunningBrowser> {
  const broken = new Map<string, string>();
  let cause: unknown;
  for (;;) {
    const { choice, tried } = await findBrowser({ browser, env, broken });
    if (!choice && broken.size) throw notStarted(cause);
    if (!choice) throw browserMissing(tried);
    const folder = await openBrowserFolder();
    try {
      return running(await launchBrowser(choice, { folder, env, log }), folder, choice, tried);
    } catch (error) {
      await removeBrowserFolder(folder);
      log(`${choice.executable} does not start: ${shorten(messageOf(error), 1_000)}`);
      broken.set(choice.executable, 'it does not start');
      cause = error;
    }
  }
}

function running(browser: Browser, folder: string, choice: BrowserChoice, tried: Attempt[]): RunningBrowser {
  // Playwright makes every browser the leader of a process group.
  const [leader] = processesOf(folder);
  let removed: Promise<void> | undefined;
  const remove = () => {
    removed ??= removeBrowserFolder(folder, leader).catch(() => {});
    return removed;
  };
  const close = async () => {
    await orTimeUp(browser.close(), CLOSE_MS).catch(() => {});
    await remove();
  };
  const forget = watched(leader, close);
  // One that dies by itself leaves nothing either.
  browser.once('disconnected', () => {
    forget();
    void remove();
  });
  return { browser, choice, tried, close };
}

function notStarted(cause: unknown): ToolError {
  return new ToolError('env_unavailable', {
    retryable: true,
    message: 'a browser was found but does not start: try again, and if that does not help, a person should run mcp-adapter doctor',
    cause,
  });
}
