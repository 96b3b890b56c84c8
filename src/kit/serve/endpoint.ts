import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { isObject, member } from '../../model/json.ts';
import { shorten } from '../../model/text.ts';
import { type Caller, LOCAL } from '../caller.ts';
import { isRefusal, refuse, STOPPING } from '../http/refusal.ts';
import type { Authenticated, ResourceServer } from '../oauth/resource-server.ts';
import { LONGEST_TIMER } from '../time-up.ts';
import { ACCEPT_BOTH, acceptsStream, asJson, cutOff } from './accept.ts';
import { legacySessions } from './legacy-sessions.ts';
import { readBody } from './request-body.ts';
import type { Served } from './served.ts';

/** Where MCP is spoken, in both eras. */
export interface Endpoint {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends what still runs, and the streams of those who subscribed. */
  close(): Promise<void>;
}

export interface EndpointOptions {
  /** Null lets everyone in as the person at this machine. */
  resourceServer: ResourceServer | null;
  maxBodyBytes: number;
  stopping: () => boolean;
  log: (line: string) => void;
}

/** How the SDK answers a call that it had to end itself. */
const BROKEN_OFF = 499;

/** Authenticates, reads the message, asks for scopes, and only then hands it to the SDK. */
export function createEndpoint(served: Served, { resourceServer, maxBodyBytes, stopping, log }: EndpointOptions): Endpoint {
  // The SDK carries an AuthInfo from the request to the server that is made for it; the caller hangs on it, the token does not.
  const callers = new WeakMap<AuthInfo, Caller>();
  // Most of what the SDK reports is what clients did wrong, and they are told; the operator is told what ends in a 500.
  let failure: Error | null = null;
  const callerOf = (authInfo: AuthInfo | undefined): Caller => {
    const caller = authInfo && callers.get(authInfo);
    if (!caller) throw new Error('a request without a caller');
    return caller;
  };
  const sessions = legacySessions(served, callerOf);
  const handler = createMcpHandler(() => served.connect(callerOf).server, {
    legacy: 'stateless',
    maxRequestBodySize: maxBodyBytes,
    onerror(error) {
      failure = error;
    },
  });
  const unsubscribe = served.subscribe((event) => handler.bus.publish(event));

  return {
    async answer(request, response) {
      const who = resourceServer ? await resourceServer.authenticate(request) : anonymous();
      if (isRefusal(who)) return refuse(response, who);
      const body = request.method === 'POST' ? await readBody(request, maxBodyBytes) : { text: '' };
      if (!body) return;
      if (isRefusal(body)) return refuse(response, body);
      const message = parsed(body.text);
      const lacking = resourceServer?.lacking(who.caller, scopesOf(message, served));
      if (lacking) return refuse(response, lacking, idOf(message));
      if (stopping()) return refuse(response, STOPPING, idOf(message));
      const listens = member(message, 'method') === 'subscriptions/listen';
      if (listens || request.method === 'GET') endWithToken(response, who);
      const authInfo = { token: '', clientId: who.caller.agent ?? '', scopes: [...(who.caller.scopes ?? [])] };
      callers.set(authInfo, who.caller);
      const options = { authInfo, ...(message === undefined ? {} : { parsedBody: message }) };
      const streams = acceptsStream(request.headers.accept) || listens || request.method !== 'POST';
      const fetch = async (again: Request) => {
        const answer = (await sessions.answer(again, message, who.caller, authInfo)) ?? (await handler.fetch(again, options));
        if (answer.status === BROKEN_OFF) return cutOff(idOf(message));
        if (answer.status >= 500) log(`http: a request was answered with ${answer.status}: ${shorten(failure?.message ?? '', 300)}`);
        return streams ? answer : asJson(answer, Array.isArray(message));
      };
      // The length of the body was looked at already.
      await toNodeHandler({ fetch }, { maxRequestBodySize: Number.MAX_SAFE_INTEGER })(readAgain(request, body.text), response);
    },
    async close() {
      unsubscribe();
      await sessions.close();
      await handler.close();
    },
  };
}

function anonymous(): Authenticated {
  return { caller: { principal: LOCAL, agent: null, scopes: null }, expiresAt: null };
}

/** Undefined for what is no JSON: the SDK says so in the words of the protocol. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of every message of a batch, which older clients send. */
function scopesOf(message: unknown, served: Served): string[] {
  return [message].flat().flatMap((each) => [...(isObject(each) ? served.scopesOf(each) : [])]);
}

function idOf(message: unknown): string | number | null {
  const id = member(message, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** A stream lasts as long as the token that opened it: no other request of its own would show that it is over. */
function endWithToken(response: ServerResponse, { expiresAt }: Authenticated): void {
  if (expiresAt === null) return;
  const timer = setTimeout(() => response.destroy(), Math.min(expiresAt - Date.now(), LONGEST_TIMER));
  response.on('close', () => clearTimeout(timer));
}

/** The request once more, with the body that was read already, and without what tools must not see: the credential and the query string. */
function readAgain({ method = '', url = '', headers }: IncomingMessage, body: string): NodeIncomingMessageLike {
  const { authorization: _, ...shown } = headers;
  return {
    method,
    url: url.split('?')[0] ?? '',
    headers: { ...shown, accept: ACCEPT_BOTH },
    async *[Symbol.asyncIterator]() {
      if (body) yield body;
    },
  };
}
