import { readEnvelope } from '../../model/envelope.ts';
import type { CallRecord, Evidence } from '../../model/evidence.ts';
import { errorOf, paramOf, resultOf } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { isModern } from '../../model/protocol.ts';
import { failureIn } from '../result/failure.ts';

/** The result of a call that came to its end: not one that asks for more input, nor the handle of a task. */
export function completeResult(call: CallRecord, evidence: Evidence): JsonObject | undefined {
  const result = resultOf(call.exchange);
  return result && !isInterim(result, call, evidence) ? result : undefined;
}

/** True for a result to which the rules of a CallToolResult do not apply. */
function isInterim(result: JsonObject, call: CallRecord, evidence: Evidence): boolean {
  const type = result.resultType;
  if (isModern(evidence.revision) && typeof type === 'string' && type !== 'complete') return true;
  // 2025-11-25 basic/utilities/tasks: only a request that carries `task` is answered with one.
  return isObject(result.task) && isObject(paramOf(call.exchange, 'task'));
}

/** The adapter said no: an error result, a JSON-RPC error, an envelope that is not ok, or a plain result that reads like a failure. */
export function isRefused(call: CallRecord): boolean {
  if (errorOf(call.exchange)) return true;
  const result = resultOf(call.exchange);
  return !!result && (result.isError === true || readEnvelope(result)?.ok === false || failureIn(call) !== null);
}

/** The adapter did what was asked, as far as its answer tells. */
export function isAccepted(call: CallRecord, evidence: Evidence): boolean {
  return !!completeResult(call, evidence) && !isRefused(call);
}

/** True when the same tool takes an ordinary call: only then does a refused probe say something about what was changed in it. */
export function hasPlainSuccess({ name }: CallRecord, evidence: Evidence): boolean {
  return evidence.calls.some((each) => each.name === name && !each.probe && isAccepted(each, evidence));
}
