import type { Request, Response } from 'playwright-core';
import { orTimeUp } from '../../kit/time-up.ts';
import type { Environment } from '../environments/environment.ts';
import { FAILURE_HEADER } from '../guard/headers.ts';
import { refusedByGuard, refusedByProxy } from './classify.ts';
import { failureOf } from './failure-of.ts';
import type { OpenPage } from './page-book.ts';

/** Where a page was sent to. */
export interface Destination {
  url: string;
  /** Milliseconds until its document must be there. */
  timeoutMs: number;
}

/**
 * Sends a page to an address and waits for its document; an error page of the site is one, too.
 * @returns the answer at the end of all redirects; null where the browser told of none
 * @throws ToolError every network failure of `classify`, with what the guard knows of the address that was asked last
 */
export async function navigate(
  environment: Pick<Environment, 'isAlive' | 'guard'>,
  open: OpenPage,
  to: Destination,
): Promise<Response | null> {
  const { page } = open;
  const since = performance.now();
  // Redirects lead elsewhere, and it is the last host that failed.
  let going = to.url;
  const follow = (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) going = request.url();
  };
  page.on('request', follow);
  try {
    // Playwright takes 0 for no limit, and a limit of its own needs a browser that answers.
    const timeout = Math.max(1, to.timeoutMs);
    const response = await orTimeUp(page.goto(to.url, { waitUntil: 'domcontentloaded', timeout }), timeout + ANSWER_MS);
    if (response) refuseAnswer(response, environment, since);
    return response;
  } catch (error) {
    throw await failureOf(error, { environment, open, url: going, since, during: 'navigation', sent: false });
  } finally {
    page.off('request', follow);
  }
}

const ANSWER_MS = 2_000;

/** To the browser a refusal of the guard, or of a proxy that it was given, is a page like any other. */
function refuseAnswer(response: Response, { guard }: Pick<Environment, 'guard'>, since: number): void {
  const refusal = refusedByProxy(response.status(), guard);
  if (refusal) throw refusal;
  if (!guard || !response.headers()[FAILURE_HEADER]) return;
  const failure = guard.failureFor(response.url(), since);
  if (failure) throw refusedByGuard(failure);
}
