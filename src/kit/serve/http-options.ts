import { Fault } from '../../model/fault.ts';
import { isLoopback } from '../../model/target.ts';
import { quote } from '../../model/text.ts';
import { type AuthOptions, checkAuth } from '../oauth/auth-options.ts';
import { RESOURCE_METADATA } from '../oauth/resource-metadata.ts';
import { allowedHost } from './guards.ts';
import { type OriginPattern, originPattern } from './origin.ts';
import { stderrLog } from './stderr-log.ts';

/** How an adapter is served over Streamable HTTP. */
export interface HttpOptions {
  /** 0, which is what it is unless said, takes any free one. */
  port?: number;
  /** The address to listen on: 127.0.0.1 unless said. Any that is not of this machine alone needs `auth`. */
  host?: string;
  /** Of the endpoint: `/mcp` unless said. */
  path?: string;
  /** Who may call; without it the person at this machine. */
  auth?: AuthOptions;
  /** The URL of the endpoint as clients know it, such as `https://erp.example/mcp` behind a proxy. */
  publicUrl?: string;
  /** Host names (no ports) by which clients call, beside those of this machine, `host` and `publicUrl`. */
  allowedHosts?: readonly string[];
  /** Origins of web pages that may call, beside those of this machine and `publicUrl`; these get CORS headers too. */
  allowedOrigins?: readonly string[];
  /** Milliseconds for calls in flight to end when the adapter is stopped: 5 s unless said. */
  graceMs?: number;
  /** Bytes of a request's body: 1 MiB unless said. */
  maxBodyBytes?: number;
  /** Stop on SIGTERM and SIGINT: true unless said. */
  signals?: boolean;
  /** A line for the operator: to stderr unless said. */
  log?: (line: string) => void;
}

/** The options with everything that was left out, parsed. */
export interface HttpSettings {
  port: number;
  host: string;
  path: string;
  auth: AuthOptions | null;
  publicUrl: URL | null;
  hosts: string[];
  origins: OriginPattern[];
  graceMs: number;
  maxBodyBytes: number;
  signals: boolean;
  log: (line: string) => void;
}

/** The path that tells whether the adapter is well. */
export const HEALTH = '/health';

const WILDCARDS = new Set(['0.0.0.0', '::', '::0', '']);

/** @throws Fault for options that cannot be served, or not safely */
export function settingsOf(options: HttpOptions): HttpSettings {
  const { port = 0, host = '127.0.0.1', path = '/mcp', auth = null, graceMs = 5_000, maxBodyBytes = 1024 * 1024 } = options;
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new Fault('config', `port ${port} is none`, 'choose one of 1 to 65535, or 0 for any free one');
  if (!/^\/[^?#\s]*$/.test(path) || path === HEALTH || path.startsWith(RESOURCE_METADATA))
    throw new Fault('config', `the endpoint cannot be at ${quote(path)}`, 'choose a path of its own that begins with /, such as /mcp');
  for (const [name, value, least] of [['graceMs', graceMs, 0] as const, ['maxBodyBytes', maxBodyBytes, 1] as const])
    if (!(Number.isFinite(value) && value >= least)) throw new Fault('config', `${name} is ${value}`, `give a number from ${least}`);
  if (auth) checkAuth(auth);
  const publicUrl = options.publicUrl === undefined ? null : publicUrlOf(options.publicUrl);
  const hosts = (options.allowedHosts ?? []).map(allowedHost);
  if (WILDCARDS.has(host)) checkWildcard(auth, publicUrl, hosts);
  else if (!isLoopback(urlOf(host, port, path)) && !auth)
    throw new Fault(
      'config',
      `without auth an adapter is served to this machine alone, not on ${host}`,
      'listen on 127.0.0.1, or give auth: the issuer whose tokens let clients in',
    );
  return {
    port,
    host,
    path,
    auth,
    publicUrl,
    hosts: WILDCARDS.has(host) ? hosts : [...hosts, new URL(urlOf(host, port, path)).hostname],
    origins: (options.allowedOrigins ?? []).map(originPattern),
    graceMs,
    maxBodyBytes,
    signals: options.signals ?? true,
    log: options.log ?? stderrLog,
  };
}

/**
 * The URL of something that is served there; on every address of this machine, the loopback one.
 * @throws Fault when `host` is no address
 */
export function urlOf(host: string, port: number, path: string): string {
  const name = WILDCARDS.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const url = `http://${name}:${port}${path}`;
  if (/[\s/?#@]/.test(host) || !URL.canParse(url))
    throw new Fault('config', `${quote(host)} is no address to listen on`, 'such as 127.0.0.1');
  return url;
}

/** Everyone in the network can reach it: who may, and by which name, must have been said. */
function checkWildcard(auth: AuthOptions | null, publicUrl: URL | null, hosts: readonly string[]): void {
  const missing = [
    ...(auth ? [] : ['auth, the issuer whose tokens let clients in']),
    ...(hosts.length ? [] : ['allowedHosts, the names by which clients may call']),
    ...(publicUrl ? [] : ['publicUrl, the URL of the endpoint as clients know it']),
  ];
  if (missing.length)
    throw new Fault(
      'config',
      'listening on every address of this machine needs more',
      `give ${missing.join('; ')}; or listen on 127.0.0.1`,
    );
}

function publicUrlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash) return url;
  throw new Fault(
    'config',
    `publicUrl: ${quote(text)} is no URL of an endpoint`,
    'write it as clients do, such as https://erp.example/mcp',
  );
}
