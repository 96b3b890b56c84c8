import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';

export interface Running {
  port: number;
  /** `127.0.0.1:PORT` */
  host: string;
  /** Connections open at the moment. */
  sockets: Set<Socket>;
  /** How many there have been. */
  readonly seen: number;
  close(): Promise<void>;
}

/** Listens on a free port of a loopback address; `close` ends the connections too. */
export async function running(server: Server, address = '127.0.0.1', port = 0): Promise<Running> {
  const sockets = new Set<Socket>();
  let seen = 0;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    seen++;
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, address);
  await once(server, 'listening');
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    host: `${address}:${actual}`,
    sockets,
    get seen() {
      return seen;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A web server on 127.0.0.1. */
export function serving(answer: RequestListener): Promise<Running> {
  return running(createServer(answer));
}

/** Reads until the other end closes, or until `wanted` was seen. */
export async function readText(socket: Socket, wanted?: RegExp): Promise<string> {
  let text = '';
  socket.setEncoding('latin1');
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece;
    if (wanted?.test(text)) break;
  }
  return text;
}

/** Sends raw bytes to a port of 127.0.0.1. */
export function sending(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text, 'latin1');
  return socket;
}

/** Waits until something is so, for at most ten seconds. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 1000) throw new Error('it never came to be so');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
