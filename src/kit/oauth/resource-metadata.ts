import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse, sendJson } from '../http/refusal.ts';
import type { AuthOptions } from './auth-options.ts';

/** Where the metadata is found, followed by the path of the endpoint (RFC 9728, 3.1). */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** The metadata of the adapter as a protected resource (RFC 9728, 2): where clients log in, and what they may ask for. */
export function resourceMetadata(
  { issuer, authorizationServers }: AuthOptions,
  resource: URL,
  name: string,
  scopes: readonly string[],
): object {
  return {
    resource: resource.href,
    authorization_servers: authorizationServers ?? [issuer],
    bearer_methods_supported: ['header'],
    resource_name: name,
    // No scope of an adapter: it is a matter between client and authorization server (2026-07-28 basic/authorization).
    scopes_supported: scopes.filter((scope) => scope !== 'offline_access'),
  };
}

/** Everyone may read it, pages too. */
export function sendMetadata(metadata: object, { method }: IncomingMessage, response: ServerResponse): void {
  const open = { 'access-control-allow-origin': '*' };
  const allow = 'GET, HEAD, OPTIONS';
  if (method === 'GET' || method === 'HEAD') sendJson(response, 200, metadata, { ...open, 'cache-control': 'max-age=300' });
  else if (method === 'OPTIONS')
    response.writeHead(204, { ...open, 'access-control-allow-methods': allow, 'access-control-allow-headers': '*' }).end();
  else refuse(response, { status: 405, message: 'ask for the metadata with GET', headers: { ...open, allow } });
}
