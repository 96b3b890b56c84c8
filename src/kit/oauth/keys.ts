import type { KeyObject } from 'node:crypto';
import {
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import { messageOf } from '../../model/fault.ts';
import { limitedBytes } from '../http/limited-bytes.ts';
import type { AuthOptions, KeyServerTimes } from './auth-options.ts';

/** A key given as such: public, or a shared secret. */
export type Key = CryptoKey | KeyObject | Uint8Array;

/** The keys of the issuer cannot be read, so nothing is known of the token. */
export class KeysUnavailable extends Error {}

const MAX_KEYS_BYTES = 256 * 1024;

/** Finds the key that a token says it is signed with. The function returned throws KeysUnavailable, or an error of jose about the token. */
export function keysOf({ jwks, keyServer = {} }: AuthOptions, log: (line: string) => void): JWTVerifyGetKey {
  if (typeof jwks === 'string' || jwks instanceof URL) return guarded(remoteKeys(new URL(jwks), keyServer, log));
  return isKey(jwks) ? async () => jwks : guarded(createLocalJWKSet(jwks));
}

/** True for a shared secret: who can check such tokens can make them too. */
export function isSymmetric(keys: AuthOptions['jwks']): boolean {
  return isKey(keys) && (keys instanceof Uint8Array || keys.type === 'secret');
}

export function isKey(keys: URL | string | JSONWebKeySet | Key): keys is Key {
  return keys instanceof Uint8Array || (typeof keys === 'object' && 'type' in keys);
}

function remoteKeys(url: URL, times: KeyServerTimes, log: (line: string) => void): JWTVerifyGetKey<CryptoKey> {
  const { timeoutMs = 5_000, maxAgeMs = 600_000, cooldownMs = 30_000, retryMs = 2_000 } = times;
  let failedAt = Number.NEGATIVE_INFINITY;
  const read: FetchImplementation = async (...request) => {
    // A server in trouble is not asked at every request.
    if (performance.now() < failedAt + retryMs) throw new Error('it did not answer a moment ago');
    try {
      const response = await fetch(...request);
      const body = await limitedBytes(response, MAX_KEYS_BYTES);
      if (response.status !== 200) throw new Error(`it answered ${response.status}`);
      return new Response(body);
    } catch (error) {
      failedAt = performance.now();
      log(`the keys at ${url.origin}${url.pathname} cannot be read: ${messageOf(error)}`);
      throw error;
    }
  };
  return createRemoteJWKSet(url, {
    timeoutDuration: timeoutMs,
    cacheMaxAge: maxAgeMs,
    cooldownDuration: cooldownMs,
    [customFetch]: read,
  });
}

/** Tells what is wrong with the keys from what is wrong with the token. */
function guarded(keys: JWTVerifyGetKey<CryptoKey>): JWTVerifyGetKey<CryptoKey> {
  const aboutToken = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (aboutToken.some((each) => error instanceof each)) throw error;
      throw new KeysUnavailable('the keys of the issuer cannot be read', { cause: error });
    }
  };
}
