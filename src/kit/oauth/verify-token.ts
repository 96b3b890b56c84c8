import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { LOCAL } from '../caller.ts';
import { KeysUnavailable } from './keys.ts';

/** A token that must not let anybody in. The message says why, and holds nothing of it. */
export class TokenRefused extends Error {}

/** Without a key id several keys of the issuer may fit; more than these are not tried. */
const MAX_TRIES = 5;
/** RFC 9068, 2.1, and what issuers write who do not follow it. */
const TYPES = ['jwt', 'at+jwt'];
const MAX_SUBJECT = 255;

/**
 * The claims of a token that is signed by the issuer, meant for us and valid now.
 * @throws TokenRefused, or KeysUnavailable
 */
export async function verifiedClaims(
  token: string,
  getKey: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload & { sub: string; exp: number }> {
  const { payload, protectedHeader } = await verify(token, getKey, options).catch((error: unknown) => {
    throw error instanceof KeysUnavailable ? error : new TokenRefused(reasonOf(error));
  });
  const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '');
  // at_hash stands in id tokens only (OpenID Connect Core, 3.1.3.6); the others are how two wide-spread issuers say what a token is.
  const foreign =
    (type !== undefined && !TYPES.includes(type)) || payload.at_hash !== undefined || payload.token_use === 'id' || payload.typ === 'ID';
  if (foreign || payload.typ === 'Refresh') throw new TokenRefused('the token is no access token');
  const { sub, exp } = payload;
  if (!isSubject(sub)) throw new TokenRefused('the token names no subject that can be used');
  if (exp === undefined) throw new TokenRefused('the token has no expiry');
  return { ...payload, sub, exp };
}

async function verify(token: string, getKey: JWTVerifyGetKey, options: JWTVerifyOptions) {
  try {
    return await jwtVerify(token, getKey, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let tries = 0;
    for await (const key of error) {
      if (++tries > MAX_TRIES) break;
      try {
        return await jwtVerify(token, key, options);
      } catch (another) {
        if (!(another instanceof errors.JWSSignatureVerificationFailed)) throw another;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** `local` is the person at this machine: no token may claim to be them. */
function isSubject(sub: unknown): sub is string {
  return typeof sub === 'string' && sub !== LOCAL && sub.length <= MAX_SUBJECT && /^[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u.test(sub);
}

/** In words that hold nothing of the token: the client is told them. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (reason === 'missing') return `the token has no ${claim}`;
    if (claim === 'aud') return 'the token is meant for somebody else (aud)';
    if (claim === 'iss') return 'the token is of another issuer (iss)';
    if (claim === 'nbf') return 'the token is not valid yet (nbf)';
    return `the token's ${claim} is not valid`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return 'the token is signed in a way that is not accepted here (alg)';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the signature of the token is wrong';
  if (error instanceof errors.JWKSNoMatchingKey) return 'the token is signed with a key that the issuer does not publish';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'the token is malformed';
  return 'the token cannot be checked with the keys of the issuer';
}
