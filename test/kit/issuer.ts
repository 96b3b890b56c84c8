import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const ISSUER = 'https://login.example';
export const AUDIENCE = 'https://erp.example/mcp';

/** What a token of the test says where that is not the usual. */
export interface TokenParts {
  claims?: JWTPayload;
  /** Claims to leave out. */
  without?: string[];
  header?: { alg?: string; kid?: string; typ?: string };
  /** Seconds from now. */
  expiresIn?: number;
}

/** An authorization server's key pair, and what signs tokens with it. */
export async function createIssuer(alg = 'ES256', kid = 'k1') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return {
    publicKey,
    privateKey,
    jwk,
    jwks: { keys: [jwk] },
    token(parts: TokenParts = {}) {
      return tokenOf(parts, { alg, kid }, privateKey);
    },
  };
}

/** A token signed with this key; faultless but for what is said. */
export async function tokenOf(
  { claims = {}, without = [], header = {}, expiresIn = 300 }: TokenParts,
  usual: { alg: string; kid?: string },
  key: Parameters<SignJWT['sign']>[0],
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const all: JWTPayload = { iss: ISSUER, aud: AUDIENCE, sub: 'alice', client_id: 'desk', iat: now, exp: now + expiresIn, ...claims };
  for (const name of without) delete all[name];
  return new SignJWT(all).setProtectedHeader({ typ: 'at+jwt', ...usual, ...header }).sign(key);
}
