import { stripVTControlCharacters } from 'node:util';
import { TimeUp } from '../../kit/time-up.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { messageOf } from '../../model/fault.ts';
import type { Guard, GuardFailure } from '../guard/guard.ts';
import {
  ABORTED,
  CRASHED,
  DOWNLOAD,
  ENDPOINT,
  FAILURE_TEXTS,
  type FailureText,
  LOST,
  NOT_ACTIONABLE,
  NOT_FOUND,
  PROXY_AUTH,
  TIMED_OUT,
  UNKNOWN,
} from './failure-texts.ts';

/** What is known beside the error itself when something failed in an environment. */
export interface Facts {
  /** False once the browser, the context or the connection to it is gone. */
  connected: boolean;
  /** True when the page's renderer has died. */
  crashed: boolean;
  /** True when a download was stopped. */
  download: boolean;
  /** What the guard knows of a connection that failed meanwhile. */
  guard: GuardFailure | null;
  during: 'navigation' | 'read' | 'write';
  /** True once the page was told to do something that may change the world outside: from then on nobody knows whether it did. */
  sent: boolean;
}

/**
 * The one place where a failure of driver, browser or network becomes a code. What it said itself goes to the log only, as `cause`; a ToolError
 * says it all already.
 */
export function classify(error: unknown, facts: Facts): ToolError {
  if (error instanceof ToolError) return error;
  const row = rowFor(error, facts);
  if (facts.during === 'write' && facts.sent)
    return new ToolError('outcome_unknown', { message: `${row.seen}, after the action was sent: ${LOOK}`, cause: error });
  if (row.network && facts.guard) return refusedByGuard(facts.guard, error);
  return new ToolError(row.code, { retryable: row.retryable, message: `${row.seen}: ${row.todo}`, cause: error });
}

const LOOK = 'nobody knows whether it took effect, so a person must look before it is done again';

/** What the guard knows, as a failure of the call. */
export function refusedByGuard({ code, retryable, message }: GuardFailure, cause?: unknown): ToolError {
  return new ToolError(code, { retryable, message, cause });
}

/**
 * What a status of 407 is where no guard stands between browser and proxy: the proxy's. The guard keeps the 407 of its upstream to itself, so
 * behind it one is the site's, and an `httpError` like any other.
 * @returns null for another status
 */
export function refusedByProxy(status: number, guard: Guard | null): ToolError | null {
  if (status !== 407 || guard) return null;
  return new ToolError(PROXY_AUTH.code, { message: `${PROXY_AUTH.seen}: ${PROXY_AUTH.todo}` });
}

/**
 * The failure that an answer of the site with a status of 400 or more is.
 * @param more further fields for the envelope
 */
export function httpError(status: number, more: Record<string, unknown> = {}): ToolError {
  const retryable = status === 408 || status === 429 || status >= 500;
  const todo = retryable ? 'try again later' : 'check the address';
  return new ToolError('http_error', {
    retryable,
    message: `the site answered with HTTP ${status}: ${todo}`,
    data: { http_status: status, ...more },
  });
}

/** What is known of browser and page goes before what the text says: one text stands for several failures. */
function rowFor(error: unknown, { connected, crashed, download, during }: Facts): FailureText {
  // A page that goes on to a download never gets to its end.
  if (error instanceof TimeUp) return download && during === 'navigation' ? DOWNLOAD : TIMED_OUT;
  const { method, text, log } = partsOf(error);
  if (method === 'browserType.connectOverCDP') return ENDPOINT;
  if (!connected) return LOST;
  if (crashed) return CRASHED;
  const found = FAILURE_TEXTS.find(({ begins }) => begins.some((each) => text.startsWith(each))) ?? UNKNOWN;
  if (download && (found === ABORTED || (found === TIMED_OUT && during === 'navigation'))) return DOWNLOAD;
  if (found === TIMED_OUT && method.startsWith('locator.')) return log.includes('locator resolved to') ? NOT_ACTIONABLE : NOT_FOUND;
  return found;
}

/**
 * An error of Playwright is `page.goto: net::ERR_… at http://…`, with colours and the log of the call in further lines. Only the beginning is compared: what
 * follows may hold text of the page.
 */
function partsOf(error: unknown): { method: string; text: string; log: string } {
  const [first = '', ...log] = stripVTControlCharacters(messageOf(error)).split('\n');
  const method = /^([a-z]\w*\.\w+): /.exec(first)?.[1] ?? '';
  const text = (method ? first.slice(method.length + 2) : first).replace(/^Error: /, '');
  return { method, text, log: log.join('\n') };
}
