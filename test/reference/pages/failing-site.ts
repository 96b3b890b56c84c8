import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';

/** Sites of this machine that fail in one way each. */
export interface FailingSite {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** An origin with a certificate that it signed itself. */
  tls: string;
  /** An origin that nobody listens at. */
  closed: string;
  /** An origin that answers something that is no HTTP. */
  nonsense: string;
  close(): Promise<void>;
}

const ROUTES: Record<string, RequestListener> = {
  '/empty': (request) => request.socket.destroy(),
  '/reset': (request) => request.socket.resetAndDestroy(),
  '/hang': () => {},
  '/nothing': (_, response) => response.writeHead(204).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-file': (_, response) => response.writeHead(302, { location: 'file:///' }).end(),
  '/to-private': (_, response) => response.writeHead(302, { location: 'https://127.0.0.9:8443/' }).end(),
  '/to-unsafe-port': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  '/download': (_, response) => response.writeHead(200, { 'content-disposition': 'attachment; filename="a.csv"' }).end('a'),
};
const PAGE = `<!doctype html><title>Shop</title><ul><li>one<li>two</ul><button id="off" disabled>Off</button>
<button id="hidden" style="display:none">Hidden</button><div style="position:relative"><button id="under">Under</button>
<div style="position:absolute;inset:0">over</div></div>`;

export async function startFailingSite(): Promise<FailingSite> {
  const pem = (name: string) => readFileSync(new URL(`../../../fixtures/site/${name}.pem`, import.meta.url));
  const answer: RequestListener = (request, response) => {
    const route = ROUTES[request.url ?? ''];
    if (route) route(request, response);
    else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  };
  const http = createServer(answer);
  const https = createTlsServer({ key: pem('tls-key'), cert: pem('tls-cert') }, answer);
  const nonsense = createTcpServer((socket) => {
    socket.on('error', () => {});
    // Whoever asked may keep its half of the connection.
    socket.end('this is no HTTP\r\n\r\n', () => socket.destroySoon());
  });
  const closed = createTcpServer();
  const [httpPort, tlsPort, nonsensePort, closedPort] = await Promise.all([http, https, nonsense, closed].map(portOf));
  await ended(closed);
  return {
    origin: `http://127.0.0.1:${httpPort}`,
    tls: `https://127.0.0.1:${tlsPort}`,
    nonsense: `http://127.0.0.1:${nonsensePort}`,
    closed: `http://127.0.0.1:${closedPort}`,
    async close() {
      http.closeAllConnections();
      https.closeAllConnections();
      await Promise.all([http, https, nonsense].map(ended));
    },
  };
}

async function portOf(server: Server | TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function ended(server: Server | TcpServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
