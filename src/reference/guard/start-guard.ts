import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '../../kit/serve/listening.ts';
import type { ToolError } from '../../kit/tool-error.ts';
import type { Upstream } from './dial-upstream.ts';
import { createDialer, type Dialer } from './dialer.ts';
import { createFailureLog } from './failure-log.ts';
import { forwardRequest, HEADER_BYTES } from './forward-request.ts';
import type { Guard } from './guard.ts';
import { createJudge } from './judge.ts';
import { openTunnel } from './open-tunnel.ts';
import type { GuardPolicy } from './policy.ts';
import type { Resolve } from './resolve-host.ts';
import { TargetAgent } from './target-agent.ts';

export interface GuardOptions {
  policy: GuardPolicy;
  /** The region's proxy; null dials from this machine. */
  upstream: Upstream | null;
  /** How names are looked up; by the system unless said. */
  resolve?: Resolve;
  /** Milliseconds for looking a name up and for connecting, each: 10,000 unless said. */
  connectTimeoutMs?: number;
}

/** Connections of the browser at once: several times what Chromium opens to one proxy. */
const MOST_CONNECTIONS = 256;

/**
 * Starts the forward proxy of one environment, on a free port of 127.0.0.1. It is the boundary: whatever makes the browser ask for something
 * (a link, a redirect, a script), the connection comes through here, and only addresses that were judged are dialled.
 * @throws Fault for a policy with an entry that is no host
 */
export async function startGuard({ policy, upstream, resolve, connectTimeoutMs = 10_000 }: GuardOptions): Promise<Guard> {
  const judge = createJudge(policy);
  const log = createFailureLog();
  const counts = { connections: 0, blocked: 0 };
  const failed = (error: ToolError, host: string, port: number) => {
    if (error.code === 'url_blocked') counts.blocked++;
    log.add(error, host, port);
  };
  const ended = new AbortController();
  const dialChecked = createDialer({ judge, upstream, resolve, timeoutMs: connectTimeoutMs });
  const dial: Dialer = async (host, port, signal) => {
    const socket = await dialChecked(host, port, signal);
    counts.connections++;
    return socket;
  };
  const agents = { kept: new TargetAgent(dial, true, ended.signal), fresh: new TargetAgent(dial, false, ended.signal) };

  // Requests may take as long as they do: the browser decides when it has waited enough, and its connections are not closed under it.
  const server = createServer({ maxHeaderSize: HEADER_BYTES, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  server.maxConnections = MOST_CONNECTIONS;
  const clients = new Set<Socket>();
  server.on('connection', (socket) => {
    clients.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => clients.delete(socket));
  });
  server.on('request', (request, response) => {
    response.sendDate = false;
    forwardRequest(request, response, { ...agents, check: judge.host, failed });
  });
  server.on('connect', (request, socket, head) => void openTunnel(request, socket, head, dial, failed));
  // What is no HTTP, node itself answers with 400.
  const port = await listen(server, 0, '127.0.0.1');

  let closing: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    failureFor: (url, since) => log.newest(url, since),
    counts,
    close() {
      closing ??= new Promise((done) => {
        ended.abort();
        server.close(() => done());
        // The idle ones; those in use end with their clients.
        agents.kept.destroy();
        for (const client of clients) client.destroy();
      });
      return closing;
    },
  };
}
