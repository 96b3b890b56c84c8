import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { Fault } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';
import { secureUrl } from '../http/secure-url.ts';
import { isKey, isSymmetric, type Key } from './keys.ts';

/** Whose tokens let clients in: the adapter is an OAuth 2.1 resource server (2026-07-28 basic/authorization). */
export interface AuthOptions {
  /** `iss` of the tokens, exactly. */
  issuer: string;
  /** `aud` that tokens must be for: the URL of the endpoint unless said. */
  audience?: string | readonly string[];
  /** Where the issuer publishes its keys, a set of them, or one key. A URL is https or of this machine. */
  jwks: URL | string | JSONWebKeySet | Key;
  /** `alg` of the tokens: the asymmetric ones unless said; those of a symmetric key only with such a key. */
  algorithms?: readonly string[];
  /** Scopes that every request needs. */
  requiredScopes?: readonly string[];
  /** By how much clocks may differ: 0 to 5 s, 5 unless said. */
  clockToleranceSeconds?: number;
  /** Where clients log in: the issuer unless said. */
  authorizationServers?: readonly string[];
  /** Milliseconds that tell how keys at a URL are read; all have sensible values. */
  keyServer?: KeyServerTimes;
}

/** In milliseconds. */
export interface KeyServerTimes {
  /** How long a request may take: 5 s unless said. */
  timeoutMs?: number;
  /** How long keys are used before they are read again: 10 min unless said. */
  maxAgeMs?: number;
  /** How soon an unknown key may make us read them again: 30 s unless said. */
  cooldownMs?: number;
  /** How soon a server that did not answer is asked again: 2 s unless said. */
  retryMs?: number;
}

const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const SYMMETRIC = ['HS256', 'HS384', 'HS512'];
export const MAX_CLOCK_TOLERANCE = 5;
/** RFC 7518, 3.2: a shared secret is as long as the hash at least. */
const MIN_SECRET_BYTES = 32;

/** The algorithms that tokens may be signed with. */
export function algorithmsOf({ algorithms, jwks }: AuthOptions): string[] {
  return [...(algorithms ?? (isSymmetric(jwks) ? SYMMETRIC.slice(0, 1) : ASYMMETRIC))];
}

/** @throws Fault for options that would let in whom they should not, or nobody */
export function checkAuth(auth: AuthOptions): void {
  const { issuer, jwks, clockToleranceSeconds: tolerance = MAX_CLOCK_TOLERANCE } = auth;
  secureUrl('auth.issuer', issuer);
  for (const server of auth.authorizationServers ?? []) secureUrl('auth.authorizationServers', server);
  checkKeys(jwks);
  if (!(tolerance >= 0 && tolerance <= MAX_CLOCK_TOLERANCE))
    throw new Fault(
      'config',
      `auth.clockToleranceSeconds is ${tolerance}`,
      `0 to ${MAX_CLOCK_TOLERANCE} s: tokens that ended must not go on`,
    );
  const audiences = [auth.audience ?? []].flat();
  if (audiences.some((each) => each === '') || (auth.audience !== undefined && !audiences.length))
    throw new Fault(
      'config',
      'auth.audience is empty',
      'name the aud that tokens for this adapter carry, or leave it out: the URL of the endpoint',
    );
  const known = isSymmetric(jwks) ? SYMMETRIC : ASYMMETRIC;
  const algorithms = algorithmsOf(auth);
  const wrong = algorithms.length ? algorithms.find((each) => !known.includes(each)) : 'nothing';
  if (wrong !== undefined)
    throw new Fault('config', `auth.algorithms: ${quote(wrong)} does not go with these keys`, `choose among ${known.join(', ')}`);
}

function checkKeys(jwks: AuthOptions['jwks']): void {
  if (typeof jwks === 'string' || jwks instanceof URL) secureUrl('auth.jwks', jwks);
  else if (isKey(jwks)) checkKey(jwks);
  else checkKeySet(jwks);
}

function checkKey(key: Key): void {
  const bytes = key instanceof Uint8Array ? key.length : 'symmetricKeySize' in key ? key.symmetricKeySize : undefined;
  if (bytes !== undefined && bytes < MIN_SECRET_BYTES)
    throw new Fault('config', `auth.jwks is a secret of ${bytes} bytes`, `take at least ${MIN_SECRET_BYTES} random bytes, or public keys`);
  if ('type' in key && key.type === 'private') throw privateKey();
}

function checkKeySet(jwks: JSONWebKeySet): void {
  try {
    createLocalJWKSet(jwks);
  } catch {
    throw new Fault('config', 'auth.jwks is no JSON Web Key Set', 'give {"keys": […]}, or the URL where the issuer publishes it');
  }
  if (!jwks.keys.length) throw new Fault('config', 'auth.jwks holds no keys', 'give those that the issuer publishes, or their URL');
  if (jwks.keys.some((key) => key.d !== undefined || key.k !== undefined)) throw privateKey();
}

function privateKey(): Fault {
  return new Fault('config', 'auth.jwks holds a private key', 'give the public key alone: who checks tokens must not be able to make them');
}
