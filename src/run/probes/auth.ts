import { challengeOf } from '../../model/challenge.ts';
import type { Evidence, Handshake } from '../../model/evidence.ts';
import type { Exchange } from '../../model/exchange.ts';
import { member } from '../../model/json.ts';
import type { HttpChannel } from '../../wire/http.ts';
import type { Session } from '../../wire/session.ts';
import { LIMIT_MS } from './limits.ts';

/** An adapter may name many authorization servers; the first ones tell enough. */
const MAX_SERVERS = 2;

/**
 * Reads what a 401 leads to: the metadata of the protected resource, and of its authorization servers (RFC 9728, RFC 8414). Only on the
 * host of the adapter: nobody else is contacted because an adapter names them. Never rejects.
 */
export async function authProbes(channel: HttpChannel, session: Session, handshake: Handshake): Promise<Evidence['probes']> {
  const refused = [handshake.discover, handshake.initialize, ...session.exchanges].find(
    (exchange) => exchange?.http?.status === 401 || exchange?.http?.status === 403,
  );
  if (!refused?.http) return {};
  const endpoint = new URL(channel.url);
  const signal = session.signal ? { signal: session.signal } : {};
  const get = (url: string) =>
    channel.raw({ httpMethod: 'GET', url, headers: { Accept: 'application/json', Authorization: null }, timeoutMs: LIMIT_MS, ...signal });
  const metadata = await firstFound(metadataUrls(endpoint, challengeOf(refused.http).resourceMetadata), endpoint, get);
  const issuers = member(documentOf(metadata.at(-1)), 'authorization_servers');
  const servers: Exchange[] = [];
  for (const issuer of (Array.isArray(issuers) ? issuers : []).slice(0, MAX_SERVERS)) {
    if (typeof issuer === 'string' && URL.canParse(issuer)) servers.push(...(await firstFound(serverUrls(new URL(issuer)), endpoint, get)));
  }
  return { 'auth-metadata': metadata, ...(servers.length ? { 'auth-server': servers } : {}) };
}

/** Asks one URL after the other until one gives a document; those on another host are left out. */
async function firstFound(urls: string[], endpoint: URL, get: (url: string) => Promise<Exchange>): Promise<Exchange[]> {
  const asked: Exchange[] = [];
  for (const url of urls.filter((each) => new URL(each).hostname === endpoint.hostname)) {
    const exchange = await get(url);
    asked.push(exchange);
    if (documentOf(exchange)) break;
  }
  return asked;
}

/** What the challenge names; without one, the well-known places (RFC 9728, 3.1): with the path of the endpoint first. */
function metadataUrls(endpoint: URL, named: string | null): string[] {
  if (named && /^https?:/.test(named) && URL.canParse(named)) return [named];
  const path = endpoint.pathname === '/' ? '' : endpoint.pathname;
  const base = `${endpoint.origin}/.well-known/oauth-protected-resource`;
  return path ? [base + path, base] : [base];
}

/** Where an issuer publishes its metadata (2025-11-25 basic/authorization, "Authorization Server Metadata Discovery"). */
function serverUrls(issuer: URL): string[] {
  if (!/^https?:$/.test(issuer.protocol)) return [];
  const path = issuer.pathname.replace(/\/$/, '');
  const inserted = ['oauth-authorization-server', 'openid-configuration'].map((name) => `${issuer.origin}/.well-known/${name}${path}`);
  return path ? [...inserted, `${issuer.origin}${path}/.well-known/openid-configuration`] : inserted;
}

function documentOf(exchange: Exchange | undefined): unknown {
  if (exchange?.http?.status !== 200) return undefined;
  try {
    const value: unknown = JSON.parse(exchange.http.body);
    return typeof value === 'object' ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
