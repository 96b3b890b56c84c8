import type { Evidence } from '../../model/evidence.ts';
import { resultOf } from '../../model/exchange.ts';
import type { HttpChannel } from '../../wire/http.ts';
import { initializeParams } from '../../wire/negotiate.ts';
import type { Session } from '../../wire/session.ts';
import { LIMIT_MS } from './limits.ts';

/** Of the shape that most servers give out, so that only its being unknown can be refused. */
const UNKNOWN_SESSION = '0badc0de-0000-4000-8000-00000badc0de';

/**
 * What a server with sessions makes of one that is unknown, missing or ended (2025-11-25 basic/transports, "Session Management"). For the
 * last a session of its own is begun; the one of the conversation stays.
 */
export async function sessionProbes(channel: HttpChannel, session: Session): Promise<Evidence['probes']> {
  const list = (id: string | null) => session.probe('tools/list', {}, { timeoutMs: LIMIT_MS, headers: { 'Mcp-Session-Id': id } });
  const [unknown, missing] = await Promise.all([list(UNKNOWN_SESSION), list(null)]);
  const probes: Evidence['probes'] = { 'session-unknown': [unknown], 'session-missing': [missing] };
  const initialize = await session.probe('initialize', initializeParams(session), { timeoutMs: LIMIT_MS });
  const id = initialize.http?.headers['mcp-session-id'];
  if (!resultOf(initialize) || !id) return probes;
  // A server that gives everyone the same id would end our own session here.
  if (id === channel.sessionId) return { ...probes, 'session-deleted': [initialize] };
  const headers = { ...channel.conversationHeaders(), 'Mcp-Session-Id': id };
  const ended = await channel.raw({ httpMethod: 'DELETE', headers, timeoutMs: LIMIT_MS });
  channel.forgetSession(id);
  return { ...probes, 'session-deleted': [initialize, ended, await list(id)] };
}
