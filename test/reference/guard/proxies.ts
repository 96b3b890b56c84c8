import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { type Running, running } from './servers.ts';

/** A region's proxy that tells what it was asked for, and lets nothing leave the machine. */
export interface TestProxy extends Running {
  /** `address:port` or `name:port`, in the order asked. */
  asked: string[];
}

export interface ProxyOptions {
  /** The port of 127.0.0.1 that every tunnel leads to, save those to a loopback address. */
  to: number;
  /** `user:password` that it wants. */
  login?: string;
  /** A status for CONNECT, or a reply of SOCKS5 (RFC 1928, 6), instead of a tunnel. */
  refusal?: number;
}

const SITE = new URL('../../../fixtures/site/', import.meta.url);
/** For localhost and 127.0.0.1, signed by itself. */
export const CERTIFICATE = readFileSync(new URL('tls-cert.pem', SITE), 'utf8');
const KEY = readFileSync(new URL('tls-key.pem', SITE), 'utf8');

export function httpProxy(options: ProxyOptions): Promise<TestProxy> {
  return connecting(createServer(), options);
}

export function httpsProxy(options: ProxyOptions): Promise<TestProxy> {
  return connecting(createHttpsServer({ cert: CERTIFICATE, key: KEY }), options);
}

async function connecting(server: HttpServer, { to, login, refusal }: ProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  // Whatever does not come as a tunnel is wrong.
  server.on('request', (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(500).end();
  });
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    asked.push(request.url ?? '');
    const given = request.headers['proxy-authorization'];
    const isWelcome = login === undefined || given === `Basic ${Buffer.from(login).toString('base64')}`;
    const status = isWelcome ? refusal : 407;
    if (status !== undefined) client.end(`HTTP/1.1 ${status} No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n`);
    else join(client, request.url ?? '', to, 'HTTP/1.1 200 OK\r\n\r\n', head);
  });
  return Object.assign(await running(server), { asked });
}

/** RFC 1928 and, with a login, RFC 1929. */
export async function socksProxy({ to, login, refusal }: ProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  const serve = async (client: Socket) => {
    const read = reading(client);
    const [, methods = 0] = await read(2);
    const offered = await read(methods);
    const wanted = login === undefined ? 0 : 2;
    client.write(Buffer.from([5, offered.includes(wanted) ? wanted : 0xff]));
    if (!offered.includes(wanted)) return client.end();
    if (login !== undefined) {
      const user = await read((await read(2))[1] ?? 0);
      const password = await read((await read(1))[0] ?? 0);
      const isWelcome = `${user}:${password}` === login;
      client.write(Buffer.from([1, isWelcome ? 0 : 1]));
      if (!isWelcome) return client.end();
    }
    const [, , , type = 0] = await read(4);
    const host =
      type === 1 ? (await read(4)).join('.') : type === 4 ? `[${v6(await read(16))}]` : String(await read((await read(1))[0] ?? 0));
    asked.push(`${host}:${(await read(2)).readUInt16BE()}`);
    const reply = Buffer.from([5, refusal ?? 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    if (refusal !== undefined) return client.end(reply);
    return join(client, asked.at(-1) ?? '', to, reply, Buffer.alloc(0));
  };
  const server = createTcpServer((client) => void serve(client).catch(() => client.destroy()));
  return Object.assign(await running(server), { asked });
}

function join(client: Socket, asked: string, to: number, answer: string | Buffer, head: Buffer): void {
  const [, loopback, port] = /^(127\.[\d.]+):(\d+)$/.exec(asked) ?? [];
  const target = connect(Number(port ?? to), loopback ?? '127.0.0.1', () => {
    client.write(answer);
    target.write(head);
    client.pipe(target).pipe(client);
  });
  target.on('error', () => client.destroy());
  target.on('close', () => client.end());
  client.on('close', () => target.destroy());
}

/** Reads exactly so many bytes each time. */
function reading(socket: Socket): (bytes: number) => Promise<Buffer> {
  return async (bytes) => {
    for (;;) {
      const piece: Buffer | null = bytes === 0 ? Buffer.alloc(0) : socket.read(bytes);
      if (piece) return piece;
      await once(socket, 'readable');
      if (socket.readableEnded) throw new Error('the client went away');
    }
  };
}

function v6(bytes: Buffer): string {
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':');
}
