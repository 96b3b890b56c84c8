import type { HttpAnswer } from './exchange.ts';

/** What a 401 or 403 asks for in `WWW-Authenticate` (RFC 6750, 3; RFC 9728, 5.1). */
export interface Challenge {
  /** The header as received; null when there is none. */
  text: string | null;
  /** `bearer`, `basic`, …: the schemes named, in lower case. */
  schemes: string[];
  resourceMetadata: string | null;
  scope: string | null;
  error: string | null;
}

const SCHEME = /(?:^|,)\s*([a-z][a-z0-9-]{0,30})(?=\s+[a-z_]|\s*$|\s*,)/gi;
const PARAMETER = /([a-z_]{1,40})\s?=\s?(?:"([^"]{0,4000})"|([^\s",]{1,4000}))/gi;

export function challengeOf(answer: HttpAnswer): Challenge {
  const text = answer.headers['www-authenticate'] ?? null;
  const shown = text ?? '';
  const parameters = new Map(
    [...shown.matchAll(PARAMETER)].map(([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? '']),
  );
  return {
    text,
    // A quoted text may hold commas and words of its own.
    schemes: [...shown.replace(/"[^"]*"/g, '""').matchAll(SCHEME)].map(([, scheme = '']) => scheme.toLowerCase()),
    resourceMetadata: parameters.get('resource_metadata') ?? null,
    scope: parameters.get('scope') ?? null,
    error: parameters.get('error') ?? null,
  };
}
