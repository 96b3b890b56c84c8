import type { ServerResponse } from 'node:http';

/** Why an HTTP request is not served. */
export interface Refusal {
  /** The HTTP status. */
  status: number;
  /** For the person who runs the client: what was seen and what to do. Never any part of a credential. */
  message: string;
  headers?: Record<string, string>;
}

/** JSON-RPC leaves -32000 to -32099 to the server; clients go by the HTTP status. */
const NOT_SERVED = -32000;

/** What new requests are told while the adapter stops, and calls that are broken off by it. */
export const STOPPING = {
  status: 503,
  message: 'the adapter is being stopped: try again later',
  headers: { 'retry-after': '5', connection: 'close' },
};

export function isRefusal(value: object): value is Refusal {
  return 'status' in value;
}

/** Answers with a JSON-RPC error; `id` is the request's, null when it is not known. */
export function refuse(response: ServerResponse, { status, message, headers }: Refusal, id: string | number | null = null): void {
  sendJson(response, status, refusalBody(message, id), headers);
}

/** The JSON-RPC error that says so. */
export function refusalBody(message: string, id: string | number | null = null): object {
  return { jsonrpc: '2.0', id, error: { code: NOT_SERVED, message } };
}

/** Answers with a JSON document that no cache may keep. */
export function sendJson(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  const body = JSON.stringify(value);
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...headers,
    })
    .end(body);
}
