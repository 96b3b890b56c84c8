import { mismatches } from '../cases/expectation.ts';
import { withoutIgnored } from '../cases/ignored.ts';
import { rawExceptionIn } from '../checks/result/raw-exception.ts';
import { readBytes, readEnvelope, textsOf } from '../model/envelope.ts';
import type { CallRecord } from '../model/evidence.ts';
import { type Exchange, errorCode, errorMessage, resultOf } from '../model/exchange.ts';
import type { Expectation, Mismatch } from '../model/expectation.ts';
import { isObject, member } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import { judgeSchemas } from '../schema/judge-schemas.ts';
import { problemsIn } from '../schema/verdicts.ts';
import { outcomeOf } from './outcome.ts';
import { keepsOutputBack, refusesArguments } from './refuses-arguments.ts';

/** What a call came to: with an envelope, without one, or without any answer. Its structured content is judged by the declared output schema. */
export async function observe(record: CallRecord): Promise<Observation> {
  const { exchange } = record;
  const result = resultOf(exchange) ?? null;
  const envelope = readEnvelope(result);
  const { outcome, code } = outcomeOf(exchange);
  const message = envelope?.message ?? (errorMessage(exchange) || textsOf(result)[0] || exchange.reason || refusalOf(exchange));
  return {
    outcome,
    code,
    jsonrpcCode: errorCode(exchange) ?? null,
    retryable: envelope?.retryable ?? null,
    attempts: envelope?.attempts ?? null,
    ms: exchange.ms,
    result,
    message,
    schemaProblem: outcome === 'ok' ? await outputProblem(record) : keepsOutputBack(message) ? 'kept back by the SDK of the adapter' : null,
    refusesArguments: outcome !== 'ok' && refusesArguments(exchange),
    rawException: outcome === 'ok' ? null : (rawExceptionIn(exchange)?.what ?? null),
    bytes: result === null ? 0 : readBytes(result),
  };
}

/** What an HTTP server answered instead of a JSON-RPC response: `HTTP 500, text/html`. */
function refusalOf({ outcome, http }: Exchange): string {
  return outcome === 'refused' && http ? `HTTP ${http.status}${http.contentType && `, ${http.contentType}`}` : '';
}

/**
 * How a call did not meet what was expected. What an agent's SDK would refuse is never met unless the expectation says otherwise.
 * @param ignore JSON pointers to what is not compared
 */
export function unmet(expect: Expectation, seen: Observation, ignore: readonly string[] = []): Mismatch[] {
  const whole = seen.outcome === 'ok' ? { output_schema: true, ...expect } : expect;
  const compared = withoutIgnored(whole, seen, ignore);
  return mismatches(compared.expect, compared.seen);
}

/** What is kept when nothing else was expected: that the call succeeds. */
export const SUCCEEDS: Expectation = { ok: true };

async function outputProblem({ tool, exchange }: CallRecord): Promise<string | null> {
  const schema = member(tool?.raw, 'outputSchema');
  if (!isObject(schema)) return null;
  const value = resultOf(exchange)?.structuredContent;
  // 2026-07-28 server/tools, "Output Schema": servers MUST provide structured results that conform.
  if (value === undefined) return 'structuredContent is missing';
  const [verdict] = await judgeSchemas([{ schema, value }]);
  const [problem] = problemsIn(verdict) ?? [];
  return problem ? `${problem.at || '/'} ${problem.keyword}` : null;
}
