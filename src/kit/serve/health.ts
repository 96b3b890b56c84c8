import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse, sendJson } from '../http/refusal.ts';
import type { Served } from './served.ts';

/** Answers whether the adapter takes calls: 200 `{"status":"ok",…}`, 503 `{"status":"stopping"}`. */
export function createHealth(
  { name, version }: Served,
  stopping: () => boolean,
): (request: IncomingMessage, response: ServerResponse) => void {
  const startedAt = performance.now();
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      refuse(response, { status: 405, message: 'ask for the health with GET', headers: { allow: 'GET, HEAD' } });
    else if (stopping()) sendJson(response, 503, { status: 'stopping' }, { connection: 'close' });
    else sendJson(response, 200, { status: 'ok', name, version, uptime_s: Math.floor((performance.now() - startedAt) / 1000) });
  };
}
