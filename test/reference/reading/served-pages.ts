import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { embeddedChromium } from '../../../src/reference/browser/embedded.ts';
import { launchBrowser } from '../../../src/reference/browser/launch.ts';

/** What a test of pages has: a browser for the file, and pages that it wrote itself on a server of this machine. */
export interface ServedPages {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** HTML by path and query; may be changed at any time. */
  readonly pages: Map<string, string>;
  /** Paths that were asked for, with their method. */
  readonly asked: string[];
  readonly context: BrowserContext;
  /** Opens a new page on this HTML. */
  show(html: string): Promise<Page>;
  open(path: string): Promise<Page>;
}

export function servedPages(): ServedPages {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-t-'));
  const pages = new Map<string, string>();
  const asked: string[] = [];
  let [browser, context, server, origin]: [Browser | null, BrowserContext | null, Server | null, string] = [null, null, null, ''];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const html = pages.get(request.url ?? '');
      response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html ?? 'not there');
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser(await embeddedChromium(), { folder });
    context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  });
  afterEach(async () => {
    await Promise.all(context?.pages().map((page) => page.close()) ?? []);
    asked.length = 0;
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    pages,
    asked,
    get origin() {
      return origin;
    },
    get context() {
      if (!context) throw new Error('the browser is not there yet');
      return context;
    },
    async show(html) {
      pages.set('/', `<!doctype html><meta charset=utf-8><title>Shop</title>${html}`);
      return this.open('/');
    },
    async open(path) {
      const page = await this.context.newPage();
      await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
      return page;
    },
  };
}
