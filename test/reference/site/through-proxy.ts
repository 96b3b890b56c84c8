import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';

export interface Answer {
  status: number;
  body: string;
}

/** Asks for a URL through a forward proxy, in absolute form. */
export function askThrough(proxy: string, url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(proxy);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: url, headers: { host: new URL(url).host, ...headers }, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (piece) => {
        body += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Asks for a URL in a tunnel; the status is the proxy's own if it makes none. */
export async function askInTunnel(proxy: string, url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { host, pathname } = new URL(url);
  const socket = connect(Number(new URL(proxy).port), '127.0.0.1');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`);
  const [first] = await once(socket, 'data');
  const status = statusOf(String(first));
  if (status !== 200) {
    socket.destroy();
    return { status, body: '' };
  }
  socket.write(`GET ${pathname} HTTP/1.0\r\nhost: ${host}\r\n\r\n`);
  let text = '';
  for await (const piece of socket) text += piece;
  return { status: statusOf(text), body: text.slice(text.indexOf('\r\n\r\n') + 4) };
}

function statusOf(text: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
}

export function basic(user: string, password: string): Record<string, string> {
  return { 'proxy-authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
