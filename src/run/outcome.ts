import { challengeOf } from '../model/challenge.ts';
import { readEnvelope } from '../model/envelope.ts';
import { type Exchange, errorCode, type HttpAnswer, resultOf } from '../model/exchange.ts';
import { type JsonObject, member } from '../model/json.ts';
import type { StepRecord } from '../model/run.ts';
import { codeIn } from './code-in-text.ts';

/** How a call went, in one word, with its stable code: the envelope's, else what the protocol or a failing result's data and text say. */
export function outcomeOf(exchange: Exchange): Pick<StepRecord, 'outcome' | 'code'> {
  if (exchange.outcome === 'silent') return { outcome: 'timeout', code: 'timeout' };
  if (isDenied(exchange)) return { outcome: 'policy_denied', code: challengeOf(exchange.http).error ?? `http_${exchange.http.status}` };
  if (exchange.outcome !== 'answered') return { outcome: 'transport', code: exchange.outcome };
  const result = resultOf(exchange);
  if (!result) return { outcome: 'rpc_error', code: String(errorCode(exchange) ?? 'malformed') };
  const envelope = readEnvelope(result);
  const failed = result.isError === true || envelope?.ok === false;
  const code = typeof envelope?.code === 'string' ? envelope.code : failed ? (codeIn(result) ?? 'tool_error') : 'ok';
  if (member(result, 'resultType') === 'input_required') return { outcome: 'tool_error', code: 'input_required' };
  if (!failed) return { outcome: 'ok', code };
  return { outcome: code === 'write_not_enabled' ? 'policy_denied' : 'tool_error', code };
}

/** True when the server wants authorization for the request, or more of it. */
export function isDenied(exchange: Exchange): exchange is Exchange & { http: HttpAnswer } {
  return exchange.outcome !== 'answered' && (exchange.http?.status === 401 || exchange.http?.status === 403);
}

/** What a denied request was told to ask for. */
export function demandOf({ http }: { http: HttpAnswer }): JsonObject {
  const { scope, resourceMetadata } = challengeOf(http);
  return { status: http.status, scope, resource_metadata: resourceMetadata };
}
