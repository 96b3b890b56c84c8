import type { Evidence } from '../../model/evidence.ts';
import type { Exchange } from '../../model/exchange.ts';
import { exchange, httpAnswer, sampleFailure } from '../sample.ts';

const ORIGIN = 'http://127.0.0.1:5000';
export const ENDPOINT = `${ORIGIN}/mcp`;
export const METADATA = `${ORIGIN}/.well-known/oauth-protected-resource/mcp`;
const CHALLENGE = `Bearer resource_metadata="${METADATA}", scope="orders:read"`;

/** A GET of a metadata document, as the probes record it. */
export function got(url: string, document: unknown, status = 200): Exchange {
  const body = typeof document === 'string' ? document : JSON.stringify(document);
  return exchange('GET', {
    sent: null,
    outcome: 'accepted',
    http: httpAnswer(status, { method: 'GET', url, body, bodyBytes: body.length }),
  });
}

/** An adapter that asks for a login; faultless but for what is said. `null` leaves the challenge or the metadata out. */
export function guarded(
  over: { challenge?: string | null; metadata?: object | null; servers?: Exchange[]; status?: number } = {},
): Partial<Evidence> {
  const { challenge = CHALLENGE, metadata = {}, status = 401 } = over;
  const headers: Record<string, string> = challenge === null ? {} : { 'www-authenticate': challenge };
  const document = { resource: ENDPOINT, authorization_servers: [ORIGIN], scopes_supported: ['orders:read'], ...metadata };
  return {
    failure: sampleFailure('unauthorized'),
    target: { kind: 'http', url: ENDPOINT, headers: {} },
    exchanges: [exchange('server/discover', { outcome: 'refused', http: httpAnswer(status, { headers, url: ENDPOINT }) })],
    probes: {
      'auth-metadata': [metadata === null ? got(METADATA, 'Not Found', 404) : got(METADATA, document)],
      ...(over.servers ? { 'auth-server': over.servers } : {}),
    },
  };
}

/** The metadata of an authorization server on the same host. */
export function server(over: object = {}): Exchange {
  const endpoints = { authorization_endpoint: `${ORIGIN}/authorize`, token_endpoint: `${ORIGIN}/token` };
  return got(`${ORIGIN}/.well-known/oauth-authorization-server`, {
    issuer: ORIGIN,
    ...endpoints,
    code_challenge_methods_supported: ['S256'],
    ...over,
  });
}
