import { type Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { LATEST_LEGACY, META, MODERN } from '../../src/model/protocol.ts';

/** What an HTTP server answered. */
export interface Answered {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of any shape
  json: any;
}

export interface RawRequest {
  method?: string;
  /** A list of names and values sends a header twice. */
  headers?: Record<string, string> | string[];
  body?: string;
  /** Path and query, where they differ from the URL's. */
  path?: string;
  /** To use a connection again. */
  agent?: Agent;
}

export interface ToolCall extends RawRequest {
  headers: Record<string, string>;
  body: string;
}

/** One request exactly as it is said: fetch lets nobody set Host, and sends no header twice. */
export function raw(url: string, { method = 'POST', headers = {}, body, path, agent }: RawRequest = {}): Promise<Answered> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = httpRequest({
      host: hostname.replace(/[[\]]/g, ''),
      port,
      path: path ?? pathname + search,
      method,
      headers,
      agent: agent ?? false,
      setHost: !Array.isArray(headers) && headers.host === undefined,
    });
    asked.on('error', reject).on('response', (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk) => (text += chunk))
        .on('error', reject)
        .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) }));
    });
    asked.end(body);
  });
}

/** The headers and body of a tool call as clients of the earlier revisions send it. */
export function legacyCall(tool: string, args: object = {}, headers: Record<string, string> = {}, id: number | string = 1): ToolCall {
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': LATEST_LEGACY,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: args } }),
  };
}

/** The same in the modern revision. */
export function modernCall(tool: string, args: object = {}, headers: Record<string, string> = {}, id: number | string = 1): ToolCall {
  const _meta = {
    [META.protocolVersion]: MODERN,
    [META.clientCapabilities]: {},
    [META.clientInfo]: { name: 'test', version: '1' },
  };
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MODERN,
      'mcp-method': 'tools/call',
      'mcp-name': tool,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: args, _meta } }),
  };
}

/** What a tool of the tiny adapter told, from either kind of answer. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of any shape
export function told({ text, json }: Answered): any {
  const message = json ?? parsed(/^data: (\{.*"result".*)$/m.exec(text)?.[1] ?? '');
  return parsed(message?.result?.content?.[0]?.text ?? '');
}

/** An HTTP server of the test's own on loopback; `answer` is given the body too. */
export async function serveFixture(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<{ origin: string; close(): Promise<void> } & AsyncDisposable> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk)).on('end', () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, close, [Symbol.asyncDispose]: close };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
