import type { IncomingMessage, ServerResponse } from 'node:http';
import { fitsOrigin, type OriginPattern } from './origin.ts';

/** What clients in a browser send beside the headers that need no permission, where they do not say. */
const HEADERS = 'authorization, content-type, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id';

/**
 * Lets pages of the listed origins, and no others, read the answers (https://fetch.spec.whatwg.org/#http-cors-protocol). True when the request
 * was a preflight and is answered by that: browsers send those without the credential.
 */
export function answersPreflight(request: IncomingMessage, response: ServerResponse, origins: readonly OriginPattern[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !fitsOrigin(origin, origins)) return false;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'mcp-session-id, www-authenticate');
  response.setHeader('vary', 'origin');
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  const wanted = request.headers['access-control-request-headers'] ?? HEADERS;
  response
    .writeHead(204, {
      'access-control-allow-methods': 'POST, GET, DELETE, OPTIONS',
      'access-control-allow-headers': wanted,
      'access-control-max-age': '600',
    })
    .end();
  return true;
}
