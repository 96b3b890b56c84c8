import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  agent?: Agent;
}

/** Asks for a URL through a forward proxy as a browser does: in absolute form. */
export async function ask(proxy: string, url: string, { method = 'GET', headers = {}, body, agent }: Asking = {}): Promise<Answer> {
  const { hostname, port } = new URL(proxy);
  const asking = request({ hostname, port, method, path: url, headers: { host: new URL(url).host, ...headers }, agent: agent ?? false });
  asking.end(body);
  const [answer]: [IncomingMessage] = await (once(asking, 'response') as Promise<[IncomingMessage]>);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

/** Opens a tunnel; the status is the proxy's. */
export async function askTunnel(proxy: string, authority: string): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const { hostname, port } = new URL(proxy);
  const asking = request({ hostname, port, method: 'CONNECT', path: authority, agent: false });
  asking.end();
  const [answer, socket] = await once(asking, 'connect');
  socket.destroy();
  return { status: answer.statusCode, headers: answer.headers };
}
