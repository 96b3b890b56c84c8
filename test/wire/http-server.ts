import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isObject, type JsonObject } from '../../src/model/json.ts';
import type { Outgoing } from '../../src/wire/channel.ts';
import { startFixture as start } from '../start-fixture.mjs';

/** An HTTP server of the test's own on loopback, with the message of each request parsed. */
export async function serve(
  answer: (request: IncomingMessage, message: JsonObject, response: ServerResponse) => void,
): Promise<{ url: string; origin: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk)).on('end', () => answer(request, parsed(body), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    origin,
    url: `${origin}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parsed(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** One of fixtures/adapters, started. */
export function startFixture(file: string, env: Record<string, string> = {}) {
  return start(`fixtures/adapters/${file}`, env);
}

let nextId = 1;

/** A request as the session writes it. */
export function request(method: string, params?: JsonObject, over: Partial<Outgoing> = {}): Outgoing {
  const message: JsonObject = { jsonrpc: '2.0', id: nextId++, method, ...(params ? { params } : {}) };
  return { method, message, expects: 'response', timeoutMs: 2_000, phase: 'list', tool: null, ...over };
}

export function notification(method: string): Outgoing {
  return { method, message: { jsonrpc: '2.0', method }, expects: 'nothing', timeoutMs: 2_000, phase: 'handshake', tool: null };
}

/** Answers with a JSON document. */
export function json(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
