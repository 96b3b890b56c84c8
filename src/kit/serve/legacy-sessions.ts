import { randomUUID } from 'node:crypto';
import { type AuthInfo, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { isObject, member } from '../../model/json.ts';
import { type Caller, LOCAL } from '../caller.ts';
import type { Served } from './served.ts';

/** Clients of the older revisions that began with initialize: what belongs to one is kept between its requests (2025-11-25 basic/transports). */
export interface LegacySessions {
  /** The answer when the request belongs to a session or begins one; null for any other, which is answered without one. */
  answer(request: Request, message: unknown, caller: Caller, authInfo: AuthInfo): Promise<Response | null>;
  close(): Promise<void>;
}

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  /** Nobody else may use it: its id is no authentication. */
  principal: string;
  usedAt: number;
  /** Open streams for what the server sends by itself. */
  listening: number;
  /** Requests that are being answered. */
  underWay: number;
  end(): Promise<void>;
}

const HEADER = 'mcp-session-id';
const MAX_SESSIONS = 1_000;
const MAX_OF_ONE = 100;
const IDLE_MS = 30 * 60_000;

/** @param callerOf the caller that an AuthInfo stands for, which may be another with each request of a session */
export function legacySessions(served: Served, callerOf: (authInfo: AuthInfo | undefined) => Caller): LegacySessions {
  const sessions = new Map<string, Session>();
  return {
    async answer(request, message, caller, authInfo) {
      // The modern revision knows no sessions: such a header means nothing there.
      if (isModern(message)) return null;
      const id = request.headers.get(HEADER);
      if (id === null) return beginsOne(message) ? begin(request, message, caller, authInfo) : null;
      const session = sessions.get(id);
      if (!session || session.principal !== caller.principal) return unknown();
      session.usedAt = Date.now();
      session.underWay++;
      try {
        const response = await session.transport.handleRequest(request, {
          authInfo,
          ...(message === undefined ? {} : { parsedBody: message }),
        });
        if (request.method === 'GET' && response.ok) listen(session, request);
        // Nothing follows for a call that was cancelled: its stream would stay open.
        const cancelled = member(member(message, 'params'), 'requestId');
        if (member(message, 'method') === 'notifications/cancelled' && isId(cancelled)) session.transport.closeSSEStream(cancelled);
        return response;
      } finally {
        session.underWay--;
      }
    },
    async close() {
      await Promise.all([...sessions.values()].map((session) => session.end()));
    },
  };

  async function begin(request: Request, message: unknown, { principal }: Caller, authInfo: AuthInfo): Promise<Response> {
    makeRoom(principal);
    const { server, tell } = served.connect(callerOf);
    const unsubscribe = served.subscribe(tell);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized(id) {
        sessions.set(id, session);
      },
    });
    const session: Session = { transport, principal, usedAt: Date.now(), listening: 0, underWay: 0, end: () => server.close() };
    server.onclose = () => {
      unsubscribe();
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    const response = await transport.handleRequest(request, { authInfo, parsedBody: message });
    // Refused: nothing was begun.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  /** Ends sessions that nobody uses any longer; where there are too many, of one principal or in all, the one that was not used the longest. */
  function makeRoom(principal: string): void {
    const idle = [...sessions.values()].filter(({ listening, underWay }) => listening + underWay === 0).sort((a, b) => a.usedAt - b.usedAt);
    const late = Date.now() - IDLE_MS;
    const own = [...sessions.values()].filter((session) => session.principal === principal).length;
    const ending = new Set(idle.filter(({ usedAt }) => usedAt < late));
    // Nobody can drive out the sessions of others before using up what is for all.
    const oldest = own >= MAX_OF_ONE && principal !== LOCAL ? idle.find((session) => session.principal === principal) : undefined;
    if (oldest) ending.add(oldest);
    else if (sessions.size >= MAX_SESSIONS && idle[0]) ending.add(idle[0]);
    for (const session of ending) void session.end();
  }
}

/** Counts a stream that is open, so that a session whose client only listens is not taken for idle. */
function listen(session: Session, request: Request): void {
  session.listening++;
  request.signal.addEventListener('abort', () => session.listening--, { once: true });
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function beginsOne(message: unknown): boolean {
  return member(message, 'method') === 'initialize';
}

function isModern(message: unknown): boolean {
  const meta = member(member(message, 'params'), '_meta');
  return isObject(meta) && Object.keys(meta).some((key) => key.startsWith('io.modelcontextprotocol/'));
}

/** 2025-11-25 basic/transports, "Session Management": the client then begins a new one. */
function unknown(): Response {
  const error = { code: -32001, message: 'there is no such session: begin a new one with initialize' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
}
