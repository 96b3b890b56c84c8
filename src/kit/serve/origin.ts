import { Fault } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';

/** An origin that may call, or several: what is null counts for any. */
export interface OriginPattern {
  /** `https`; null for any. */
  scheme: string | null;
  /** The host, as URLs write it: lower case, IPv6 in brackets. */
  host: string;
  port: string | null;
}

const ORIGIN = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\[[0-9a-f:.]+\]|[^\s/?#@\\:[\]*]+)(?::(\d{1,5}))?$/i;
const DEFAULT_PORTS: Record<string, string> = { http: '80', https: '443' };

/**
 * What an entry of `allowedOrigins` stands for: `https://app.example`, `app.example`, `http://localhost:6274`. Scheme and port count when they are given.
 * @throws Fault for anything else, such as an entry with a path or a `*`
 */
export function originPattern(entry: string): OriginPattern {
  const parsed = partsOf(entry);
  if (parsed) return parsed;
  throw new Fault('config', `allowedOrigins: ${quote(entry)} is no origin`, 'write scheme and host, such as https://app.example');
}

/** The pattern that only the origin of this URL fits. */
export function patternOf({ protocol, hostname, port }: URL): OriginPattern {
  const scheme = protocol.slice(0, -1);
  return { scheme, host: hostname, port: port || (DEFAULT_PORTS[scheme] ?? null) };
}

/** Whether the `Origin` header is that of an allowed one. Whole names are compared: `localhost.evil.example` is not `localhost`. */
export function fitsOrigin(header: string, patterns: readonly OriginPattern[]): boolean {
  const origin = partsOf(header);
  if (!origin?.scheme) return false;
  const { scheme, host } = origin;
  const port = origin.port ?? DEFAULT_PORTS[scheme] ?? null;
  return patterns.some(
    (each) =>
      each.host === host && (each.scheme === null || each.scheme === scheme) && (each.port === null || Number(each.port) === Number(port)),
  );
}

/** A host name as URLs write it; null when the text is none, or more than a name and a port. */
export function hostIn(text: string): string | null {
  const parts = partsOf(text);
  return parts && parts.scheme === null ? parts.host : null;
}

function partsOf(text: string): OriginPattern | null {
  const [, scheme, name = '', port] = ORIGIN.exec(text) ?? [];
  if (!name || !URL.canParse(`http://${name}`)) return null;
  return { scheme: scheme?.toLowerCase() ?? null, host: new URL(`http://${name}`).hostname, port: port ?? null };
}
