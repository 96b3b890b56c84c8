import ipaddr from 'ipaddr.js';
import type { BrowserContext, Page } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { follow } from '../../model/follow-pointer.ts';
import type { EchoConfig, RegionConfig } from '../config/reference-config.ts';
import type { Guard, GuardFailure } from '../guard/guard.ts';
import { classify, type Facts, httpError, refusedByGuard, refusedByProxy } from '../pages/classify.ts';

/** Longer than any answer of an echo is. */
const MAX_ECHO = 65_536;

/**
 * A page that looks whether an environment's outbound connection is what it should be; the task never sees it. How long that may take is
 * the step's to say: a page that never answers ends with its context.
 */
export interface Visitor {
  page: Page;
  guard: Guard | null;
}

/** Visits the region's first page, so that the connection and the cookies of a first visit are there. */
export async function warmUp(visitor: Visitor, { warmUp: url }: RegionConfig): Promise<void> {
  const since = performance.now();
  let status: number | undefined;
  try {
    status = (await visitor.page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 }))?.status();
  } catch (error) {
    throw asWarmUpFailure(classified(error, visitor, url, since));
  }
  if (status !== undefined && status >= 400) throw asWarmUpFailure(refusedBy(status, visitor, url, since) ?? httpError(status));
}

/**
 * Asks the echo, with a page as the task's pages ask, from which address it is seen.
 * @returns the address
 * @throws ToolError `egress_mismatch` when it is none of the region's, or the echo does not tell; what kept the page from opening
 */
export async function confirmOutbound(visitor: Visitor, echo: EchoConfig, { addresses }: RegionConfig): Promise<string> {
  const since = performance.now();
  const { page } = visitor;
  let text: string;
  let status: number | undefined;
  try {
    status = (await page.goto(echo.url, { waitUntil: 'domcontentloaded', timeout: 0 }))?.status();
    text = await page.evaluate<string>(`(document.body?.textContent ?? '').slice(0, ${MAX_ECHO})`);
  } catch (error) {
    throw classified(error, visitor, echo.url, since);
  }
  const seen = addressIn(text, echo.pointer);
  if (seen && addresses.some((range) => isWithin(seen, range))) return seen.toString();
  const refusal = refusedBy(status ?? 200, visitor, echo.url, since);
  if (refusal) throw refusal;
  if (seen) throw mismatch("the outbound address is none of the region's", { seen_ip: seen.toString() });
  throw mismatch('the page that tells the outbound address did not tell one, so where the environment is seen from is not known', {});
}

/** Opens the page for the two above. */
export async function visitorIn(context: BrowserContext, guard: Guard | null): Promise<Visitor> {
  try {
    return { page: await context.newPage(), guard };
  } catch (error) {
    throw classify(error, facts(context, null));
  }
}

/** What the guard knows of why a page did not open, else what the browser said. */
function classified(error: unknown, { page, guard }: Visitor, url: string, since: number): ToolError {
  // A redirect may have led to another host.
  return classify(error, facts(page.context(), guard?.failureFor(url, since) ?? guard?.failureFor(null, since) ?? null));
}

/** What the guard, or a proxy where there is none, answered with in the place of the page; null when the page came from the site. */
function refusedBy(status: number, { guard }: Visitor, url: string, since: number): ToolError | null {
  const failure = guard?.failureFor(url, since);
  return failure ? refusedByGuard(failure) : refusedByProxy(status, guard);
}

function facts(context: BrowserContext, guard: GuardFailure | null): Facts {
  const connected = context.browser()?.isConnected() ?? false;
  return { connected, crashed: false, download: false, guard, during: 'navigation', sent: false };
}

/** A failure of the outbound connection or of the browser as it is; any other is the first page's. */
function asWarmUpFailure(error: ToolError): ToolError {
  if (error.code.startsWith('egress_') || error.code === 'env_lost') return error;
  return new ToolError('warmup_failed', {
    retryable: true,
    message: `the region's first page could not be opened (${error.code}): ask again in a while, or for another region`,
    cause: error,
  });
}

function mismatch(seen: string, data: Record<string, unknown>): ToolError {
  return new ToolError('egress_mismatch', {
    message: `${seen}; nothing was kept of it: prepare again once, and if it is the same, tell a person`,
    data,
  });
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function addressIn(text: string, pointer: string): Address | null {
  try {
    const { value, found } = follow(JSON.parse(text), pointer);
    return found && typeof value === 'string' && ipaddr.isValid(value) ? ipaddr.process(value) : null;
  } catch {
    return null;
  }
}

/** @param range an address, or a CIDR range */
function isWithin(address: Address, range: string): boolean {
  try {
    if (!range.includes('/')) return ipaddr.process(range).toString() === address.toString();
    const [base, bits] = ipaddr.parseCIDR(range);
    return base.kind() === address.kind() && address.match(base, bits);
  } catch {
    return false;
  }
}
