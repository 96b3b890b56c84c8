import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { messageOf } from '../../model/fault.ts';
import { duration } from '../../model/text.ts';
import { refuse, STOPPING } from '../http/refusal.ts';
import { RESOURCE_METADATA, sendMetadata } from '../oauth/resource-metadata.ts';
import { createResourceServer } from '../oauth/resource-server.ts';
import { orTimeUp } from '../time-up.ts';
import { answersPreflight } from './cors.ts';
import { createEndpoint } from './endpoint.ts';
import { createGuard } from './guards.ts';
import { createHealth } from './health.ts';
import { HEALTH, type HttpOptions, settingsOf, urlOf } from './http-options.ts';
import { listen } from './listening.ts';
import type { Served } from './served.ts';
import { stopOnSignals } from './signals.ts';

/** An adapter that is being served over HTTP. */
export interface Serving {
  /** Of the endpoint, on this machine. */
  url: string;
  port: number;
  /** Takes no new calls, lets those in flight end within `graceMs`, then closes every connection: a second after that at most. */
  close(): Promise<void>;
}

/** Slow clients are cut off: none may hold a connection by sending little. A stream that is being answered may last. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  // The guard says what is wrong with a Host that is missing.
  requireHostHeader: false,
};
const MAX_CONNECTIONS = 4_096;
/** How long calls that were cancelled may take to end, and then the last answers to leave. */
const CANCELLED_MS = 700;
const FLUSH_MS = 250;

/**
 * Serves the adapter over Streamable HTTP, in both eras, until it is closed.
 * @throws Fault when it cannot be served as the options say, or not safely
 */
export async function serveHttp(served: Served, options: HttpOptions = {}): Promise<Serving> {
  const settings = settingsOf(served.log ? { log: served.log, ...options } : options);
  const { log, auth, graceMs, maxBodyBytes, path } = settings;
  const server = createServer(LIMITS);
  // Their size is limited; what is beyond a number of them would be dropped before the guard sees it.
  server.maxHeadersCount = 0;
  server.maxConnections = MAX_CONNECTIONS;
  const port = await listen(server, settings.port, settings.host);
  const url = urlOf(settings.host, port, path);
  const resource = settings.publicUrl ?? new URL(url);

  let stopped: Promise<void> | null = null;
  const stopping = () => stopped !== null || served.stopping;
  const resourceServer = auth && createResourceServer(auth, resource, served, log);
  const endpoint = createEndpoint(served, { resourceServer, maxBodyBytes, stopping, log });
  const guard = createGuard(settings.hosts, settings.origins, settings.publicUrl);
  const health = createHealth(served, stopping);
  const metadataPaths = new Set(['', path, resource.pathname].map((each) => RESOURCE_METADATA + each.replace(/\/$/, '')));
  const unanswered = new Set<ServerResponse>();

  server.on('request', (request, response) => {
    unanswered.add(response);
    response.on('close', () => unanswered.delete(response));
    response.on('error', () => {
      // The client has gone.
    });
    response.setHeader('x-content-type-options', 'nosniff');
    answer(request, response).catch((error: unknown) => {
      log(`http: ${messageOf(error)}`);
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, message: 'the adapter failed unexpectedly; its log has the details' });
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = request.url?.split('?')[0] ?? '';
    const refusal = guard(request);
    if (refusal) refuse(response, refusal);
    else if (asked === HEALTH) health(request, response);
    else if (stopping()) refuse(response, STOPPING);
    else if (resourceServer && metadataPaths.has(asked)) sendMetadata(resourceServer.metadata, request, response);
    else if (asked !== path) refuse(response, { status: 404, message: `nothing is served here: the endpoint is at ${path}` });
    // No web-standard request can be made of a TRACE.
    else if (request.method === 'TRACE')
      refuse(response, { status: 405, message: 'the endpoint is spoken to by POST', headers: { allow: 'POST' } });
    else if (!answersPreflight(request, response, settings.origins)) await endpoint.answer(request, response);
  }

  const close = () => {
    stopped ??= stop();
    return stopped;
  };
  const unheard = settings.signals ? stopOnSignals(close) : () => {};

  async function stop(): Promise<void> {
    log(`stopping: calls in flight have ${duration(graceMs)} to end`);
    // http's own close would cut idle connections: whoever asks on one of them is told first.
    NetServer.prototype.close.call(server);
    await within(graceMs + CANCELLED_MS, served.stop(graceMs));
    await within(
      FLUSH_MS,
      endpoint.close().then(() => allClosed(unanswered)),
    );
    server.close();
    server.closeAllConnections();
    unheard();
    log('stopped');
  }

  async function within(ms: number, work: Promise<void>): Promise<void> {
    await orTimeUp(work, ms).catch((error: unknown) => log(`stopping: ${messageOf(error)}`));
  }

  log(`listening at ${url}`);
  return { url, port, close };
}

async function allClosed(responses: ReadonlySet<ServerResponse>): Promise<void> {
  await Promise.all([...responses].map((each) => new Promise((resolve) => each.on('close', resolve))));
}
