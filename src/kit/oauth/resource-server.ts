import type { IncomingMessage } from 'node:http';
import { getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server';
import type { JWTPayload } from 'jose';
import { type Caller, missingScopes } from '../caller.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Served } from '../serve/served.ts';
import { type AuthOptions, algorithmsOf, MAX_CLOCK_TOLERANCE } from './auth-options.ts';
import { bearerToken } from './bearer-token.ts';
import { keepToken } from './caller-token.ts';
import { type Challenge, challengeHeader } from './challenge.ts';
import { KeysUnavailable, keysOf } from './keys.ts';
import { resourceMetadata } from './resource-metadata.ts';
import { TokenRefused, verifiedClaims } from './verify-token.ts';

/** Who calls, and until when that is known. */
export interface Authenticated {
  caller: Caller;
  /** Milliseconds since the epoch; null without a token. */
  expiresAt: number | null;
}

/** The adapter as an OAuth 2.1 resource server. */
export interface ResourceServer {
  authenticate(request: IncomingMessage): Promise<Authenticated | Refusal>;
  /** The 403 that asks for all scopes of the operation when the caller lacks one of them (2026-07-28 basic/authorization, "Scope Challenge Handling"). */
  lacking(caller: Caller, needed: readonly string[]): Refusal | null;
  metadata: object;
}

const RETRY_AFTER_S = '5';

/** `resource` is the URL of the endpoint as clients know it. */
export function createResourceServer(
  auth: AuthOptions,
  resource: URL,
  { name, scopes }: Served,
  log: (line: string) => void,
): ResourceServer {
  const keys = keysOf(auth, log);
  const required = auth.requiredScopes ?? [];
  // Clients leave the slash of a bare host out or put it in.
  const own = [...new Set([resource.href, resource.href.replace(/\/$/, '')])];
  const options = {
    issuer: auth.issuer,
    audience: [auth.audience ?? own].flat(),
    algorithms: algorithmsOf(auth),
    clockTolerance: auth.clockToleranceSeconds ?? MAX_CLOCK_TOLERANCE,
    requiredClaims: ['exp', 'sub'],
  };
  const metadata = resourceMetadata(auth, resource, name, [...new Set([...scopes, ...required])].sort());
  const metadataUrl = getOAuthProtectedResourceMetadataUrl(resource);

  return {
    metadata,
    async authenticate(request) {
      const bearer = bearerToken(request);
      // Who has no token yet is told what is needed to begin with; where nothing is, everything there is.
      const challenge = { metadataUrl, scopes: required.length ? required : scopes };
      if (bearer.token === null) return refusal(401, { ...challenge, error: bearer.error, description: bearer.why });
      try {
        const claims = await verifiedClaims(bearer.token, keys, options);
        const caller = callerOf(claims);
        keepToken(caller, bearer.token);
        return { caller, expiresAt: claims.exp * 1000 };
      } catch (error) {
        if (error instanceof TokenRefused) return refusal(401, { ...challenge, error: 'invalid_token', description: error.message });
        if (!(error instanceof KeysUnavailable)) throw error;
        const message = 'the keys that tokens are checked with cannot be read right now: try again later';
        return { status: 503, message, headers: { 'retry-after': RETRY_AFTER_S } };
      }
    },
    lacking(caller, needed) {
      const all = [...new Set([...required, ...needed])];
      const missing = missingScopes(caller, all);
      if (!missing.length) return null;
      const description = `the token lacks ${missing.length === 1 ? 'a scope' : 'scopes'} that this needs: ${missing.join(' ')}`;
      return refusal(403, { metadataUrl, scopes: all, error: 'insufficient_scope', description });
    },
  };
}

function refusal(status: number, challenge: Challenge): Refusal {
  return { status, message: challenge.description, headers: { 'www-authenticate': challengeHeader(challenge) } };
}

function callerOf({ sub, client_id, azp, scope, scp }: JWTPayload & { sub: string }): Caller {
  const granted = [scope ?? scp ?? []].flat().flatMap((each) => (typeof each === 'string' ? each.split(' ') : []));
  return { principal: sub, agent: text(client_id) ?? text(azp), scopes: new Set(granted.filter(Boolean)) };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 255) : null;
}
