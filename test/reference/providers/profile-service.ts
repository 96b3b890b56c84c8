import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { HttpProfilesConfig } from '../../../src/reference/config/reference-config.ts';
import { type SpawnedBrowser, spawnBrowser } from './spawned-browser.ts';

/** A profile-browser layer with real browsers behind its HTTP API. */
export interface ProfileService {
  url: string;
  /** Profiles that run. */
  running(): string[];
  /** Every request, as `GET /path`. */
  asked: string[];
  /** Answers the next requests in the place of the service; returns true when it did. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** Ends the browser of a profile, as a crash does. */
  crash(profile: string): Promise<void>;
  close(): Promise<void>;
}

/** How a layer answers, and how the config maps that. */
export interface Shape {
  started(browser: SpawnedBrowser): object;
  done: object;
  failed: object;
  config: Pick<HttpProfilesConfig, 'start' | 'stop' | 'status' | 'success' | 'endpoint' | 'busy'>;
}

/** Every answer is a 200 with a code, the endpoint stands in it whole. */
export const CODED: Shape = {
  started: ({ endpoint }) => ({ code: 0, msg: 'success', data: { ws: { puppeteer: endpoint } } }),
  done: { code: 0, msg: 'success' },
  failed: { code: -1, msg: 'the profile is not open' },
  config: {
    start: { method: 'GET', path: 'api/v1/browser/start?user_id={id}', body: null },
    stop: { method: 'GET', path: 'api/v1/browser/stop?user_id={id}', body: null },
    status: { method: 'GET', path: 'status', body: null },
    success: { pointer: '/code', value: 0 },
    endpoint: '{/data/ws/puppeteer}',
    busy: { pointer: '/msg', value: 'is being used by' },
  },
};

/** The endpoint is put together of a port and a path; ids are in bodies. */
export const JOINED: Shape = {
  started: ({ port, endpoint }) => ({ automation: { port, wsEndpoint: new URL(endpoint).pathname } }),
  done: { ok: true },
  failed: { ok: false },
  config: {
    start: { method: 'POST', path: 'v1.0/start', body: { profile: '{id}' } },
    stop: { method: 'POST', path: 'v1.0/stop', body: { profile: '{id}' } },
    status: null,
    success: null,
    endpoint: 'ws://127.0.0.1:{/automation/port}{/automation/wsEndpoint}',
    busy: { pointer: '/state', value: 'locked' },
  },
};

/** @param proxy that the profiles are bound to; none unless said */
export async function startProfileService(shape: Shape, proxy?: string): Promise<ProfileService> {
  const browsers = new Map<string, SpawnedBrowser>();
  const service: Pick<ProfileService, 'asked' | 'instead'> = { asked: [], instead: null };

  const answerTo = async (path: string, profile: string): Promise<object> => {
    if (path.endsWith('/start')) {
      const browser = browsers.get(profile) ?? (await spawnBrowser(0, proxy));
      browsers.set(profile, browser);
      browser.process.once('exit', () => browsers.delete(profile));
      return shape.started(browser);
    }
    if (path.endsWith('/stop')) {
      const browser = browsers.get(profile);
      await browser?.kill();
      return browser ? shape.done : shape.failed;
    }
    return shape.done;
  };

  const server = createServer(async (request, response) => {
    service.asked.push(`${request.method} ${request.url}`);
    if (service.instead?.(request, response)) return;
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const profile = searchParams.get('user_id') ?? (body ? JSON.parse(body).profile : '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await answerTo(pathname, profile)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return Object.assign(service, {
    url: `http://127.0.0.1:${port}/`,
    running: () => [...browsers.keys()].sort(),
    async crash(profile: string) {
      await browsers.get(profile)?.kill();
    },
    async close() {
      await Promise.all([...browsers.values()].map((browser) => browser.kill()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

export function profilesConfig(service: ProfileService, shape: Shape, profiles: HttpProfilesConfig['profiles']): HttpProfilesConfig {
  return { kind: 'http-profiles', baseUrl: service.url, headersEnv: {}, profiles, ...shape.config, ratePerSecond: 100 };
}
