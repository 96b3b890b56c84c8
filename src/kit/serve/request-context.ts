import type { AuthInfo, Server, ServerContext } from '@modelcontextprotocol/server';
import { member } from '../../model/json.ts';
import { META } from '../../model/protocol.ts';
import type { Caller } from '../caller.ts';
import type { RequestContext } from '../context.ts';
import { traceOf } from '../trace.ts';

/** Who sent a request: over HTTP each is authenticated by itself, also within a session. */
export type CallerOf = (authInfo: AuthInfo | undefined) => Caller;

/** What is known of a request, whatever it asks for. */
export function requestContext(server: Server, callerOf: CallerOf, { mcpReq, http }: ServerContext): RequestContext {
  const caller = callerOf(http?.authInfo);
  // A caller without a token says by itself which client it is.
  caller.agent ??= clientName(server, mcpReq.envelope);
  return { caller, signal: mcpReq.signal, trace: traceOf(mcpReq._meta) };
}

/** From the request's envelope in the modern revision, from the handshake before. */
function clientName(server: Server, envelope: unknown): string | null {
  const name = member(member(envelope, META.clientInfo), 'name') ?? server.getClientVersion()?.name;
  return typeof name === 'string' ? name.slice(0, 100) : null;
}
