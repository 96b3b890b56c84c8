import type { IncomingMessage } from 'node:http';

/** The bearer token of a request, or why there is none that counts (RFC 6750, 2 and 3.1). */
export type BearerToken = { token: string } | { token: null; why: string; error: 'invalid_request' | 'invalid_token' | null };

// RFC 6750, 2.1: b64token.
const BEARER = /^Bearer +([\w\-.~+/]+=*)$/i;
const NAMES = /^(?:access_?token|id_?token|token|bearer|authorization|jwt|assertion)$/i;
const JWT = /^eyJ[\w-]*\.[\w-]*\./;

/** Only the Authorization header counts: query strings end up in logs and histories (2026-07-28 basic/authorization, "Access Token Usage"). */
export function bearerToken({ url = '', headersDistinct }: IncomingMessage): BearerToken {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  if ([...query].some(([name, value]) => NAMES.test(name) || JWT.test(value)))
    return refused('a token in the query string is never accepted: send it in the Authorization header', 'invalid_request');
  const [header, ...more] = headersDistinct.authorization ?? [];
  if (header === undefined) return refused('a bearer token is needed: send it in the Authorization header', null);
  if (more.length) return refused('there are several Authorization headers: send one', 'invalid_request');
  if (!/^Bearer\b/i.test(header)) return refused('Authorization must hold a bearer token', 'invalid_request');
  const token = BEARER.exec(header)?.[1];
  return token === undefined ? refused('the bearer token is malformed', 'invalid_token') : { token };
}

function refused(why: string, error: 'invalid_request' | 'invalid_token' | null): BearerToken {
  return { token: null, why, error };
}
