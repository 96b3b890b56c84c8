import { realpathSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isAbsolute, join, relative, sep } from 'node:path';
import sirv from 'sirv';

/** What sirv tries when there is no file of the very name. */
const ENDINGS = ['', '.html', '.htm'];

/**
 * Serves a folder of static pages on 127.0.0.1, as its files are at each request: GET and HEAD; no dotfiles, nothing outside the folder, not
 * even by a symlink. `/` is its index.html, `/orders` its orders.html.
 * @returns its URL without a slash at the end, and what ends it, connections that are kept alive included
 */
export async function serveSite(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const root = realpathSync(folder);
  const pages = sirv(root, { dev: true });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    if (!candidates(root, request).every((file) => isServed(root, file))) return refuse(response, 404);
    // A file that goes away while it is sent, a range from its end to its beginning: sirv leaves these to whoever calls it.
    response.on('pipe', (file) => file.on('error', () => response.destroy()));
    try {
      pages(request, response);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('a server that listens has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The files that sirv would answer a request with, the first that is there. */
function candidates(root: string, { url = '/' }: IncomingMessage): string[] {
  const path = decoded(url.split('?', 1)[0] ?? '').replace(/\/$/, '');
  return ENDINGS.flatMap((ending) => [`${path}${ending}`, `${path}/index${ending}`]).map((name) => join(root, name));
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** True where no file is, and for a file that, symlinks followed, lies in the folder with no dot in front of a name. */
function isServed(root: string, file: string): boolean {
  let path: string;
  try {
    path = relative(root, realpathSync(file));
  } catch {
    return true;
  }
  return !isAbsolute(path) && !path.split(sep).some((name) => name.startsWith('.'));
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
