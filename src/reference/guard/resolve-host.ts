import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { orTimeUp } from '../../kit/time-up.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { codeOf } from '../../model/error-code.ts';
import { quote } from '../../model/text.ts';

/** Looks up all addresses of a name; throws an error with the system's code (`ENOTFOUND`, `EAI_AGAIN`). */
export type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * All addresses of a host; an address is its own.
 * @throws ToolError `dns_failed`, retryable unless the name does not exist
 */
export async function resolveHost(host: string, timeoutMs: number, resolve: Resolve = bySystem): Promise<readonly string[]> {
  if (isIP(host)) return [host];
  let addresses: readonly string[];
  try {
    addresses = await orTimeUp(resolve(host), timeoutMs);
  } catch (error) {
    throw ABSENT.has(codeOf(error) ?? '') ? noSuchName(host) : notNow(host, error);
  }
  if (!addresses.length) throw noSuchName(host);
  return addresses;
}

const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** By the system, hosts file included, as a browser without a proxy would. */
async function bySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

function noSuchName(host: string): ToolError {
  return new ToolError('dns_failed', { message: `There is no host ${quote(host, 100)}. Check how the name is written.` });
}

function notNow(host: string, cause: unknown): ToolError {
  const message = `The host ${quote(host, 100)} could not be looked up at the moment. Try again in a while.`;
  return new ToolError('dns_failed', { retryable: true, message, cause });
}
