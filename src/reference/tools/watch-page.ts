import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Page, Request, Response } from 'playwright-core';
import type { Environment } from '../environments/environment.ts';
import type { OnPage } from './on-page.ts';

/** What a page did after an action on it. */
export interface Aftermath {
  /** It shows another address than before, or the same one anew. */
  navigated: boolean;
  /** The guard stopped it on the way to an address that is not allowed. */
  blocked: boolean;
  /** Status of the document that it loaded; null when it loaded none. */
  status: number | null;
  url: string;
  /** The page id of a window that it opened. */
  popup: string | null;
}

/** Listens to a page from before an action until `aftermath` was asked for. */
export interface PageWatch {
  /** Waits until the page is quiet again, at most so long. `popup`: the action will open a window, which is waited for too. */
  aftermath(waitMs: number, popup: boolean): Promise<Aftermath>;
  stop(): void;
}

/** What a click starts by itself has begun by then, and nothing can tell what a script will start later. */
const QUIET_MS = 200;
const PAUSE_MS = 25;

/** Does something to a page while it is watched; dialogs that it had before are forgotten. */
export async function watching<T>(
  { environment, open }: Pick<OnPage, 'environment' | 'open'>,
  work: (watch: PageWatch) => Promise<T>,
): Promise<T> {
  open.dialogs.length = 0;
  const watch = watchPage(open.page, environment);
  try {
    return await work(watch);
  } finally {
    watch.stop();
  }
}

/** Begins to watch the main frame of a page of an environment. */
export function watchPage(page: Page, { guard, pages }: Pick<Environment, 'guard' | 'pages'>): PageWatch {
  const startedAt = performance.now();
  let asked: Request | null = null;
  let isUnderWay = false;
  let status: number | null = null;
  let commits = 0;
  let popup: Page | null = null;
  const isDocument = (request: Request) => request.isNavigationRequest() && frameOf(request) === page.mainFrame();
  const listeners = {
    request(request: Request) {
      if (isDocument(request)) [asked, isUnderWay] = [request, true];
    },
    response(response: Response) {
      if (response.request() === asked) status = response.status();
    },
    // A redirect ends one request, and the next has begun by then.
    over(request: Request) {
      if (request === asked) isUnderWay = false;
    },
    framenavigated(frame: Frame) {
      if (frame === page.mainFrame()) [commits, isUnderWay] = [commits + 1, false];
    },
    popup(opened: Page) {
      popup ??= opened;
    },
  };
  const { request, response, over, framenavigated } = listeners;
  page.on('request', request).on('response', response).on('requestfinished', over).on('requestfailed', over);
  page.on('framenavigated', framenavigated).on('popup', listeners.popup);
  return { aftermath, stop };

  async function aftermath(waitMs: number, expectsPopup: boolean): Promise<Aftermath> {
    const endsAt = performance.now() + waitMs;
    const isBusy = () => isUnderWay || (expectsPopup && !popup) || (popup !== null && !idOf(popup));
    let quietSince = performance.now();
    while (performance.now() < endsAt && performance.now() - quietSince < QUIET_MS && !page.isClosed()) {
      await delay(PAUSE_MS);
      if (isBusy()) quietSince = performance.now();
    }
    const left = Math.max(1, endsAt - performance.now());
    if (commits) await page.waitForLoadState('domcontentloaded', { timeout: left }).catch(() => {});
    stop();
    const [url, target] = [page.url(), asked?.url() ?? null];
    const blocked = target !== null && guard?.failureFor(target, startedAt)?.code === 'url_blocked';
    // A page of the browser itself (chrome-error:) shows that it got nowhere.
    const navigated = commits > 0 && !blocked && /^https?:/.test(url);
    return { navigated, blocked, status, url, popup: popup && idOf(popup) };
  }

  function idOf(opened: Page): string | null {
    return pages.all().find(({ page: each }) => each === opened)?.id ?? null;
  }

  function stop(): void {
    page.off('request', request).off('response', response).off('requestfinished', over).off('requestfailed', over);
    page.off('framenavigated', framenavigated).off('popup', listeners.popup);
  }
}

/** Null where the request has no frame (yet): that of a window that opens, or of a worker. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}
