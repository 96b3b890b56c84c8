import { fingerprintOf } from '../cases/fingerprint.ts';
import { bytesOf } from '../model/json.ts';
import type { CaseOutcome } from '../model/saved-case.ts';
import { shorten } from '../model/text.ts';
import { maskedJson } from './masked-json.ts';
import type { Played } from './play.ts';

const MAX_RESULT = 64 * 1024;
const STDERR_LINES = 40;

/**
 * What became of a call, as a case keeps it: secrets masked, above 64 KiB without the result.
 * @param handles values that differ from run to run: what was captured, the task
 */
export function caseOutcome(
  { seen, mismatches, record }: Played,
  { handles, stderrTail, mask }: { handles: readonly string[]; stderrTail: readonly string[]; mask: (text: string) => string },
): CaseOutcome {
  const failed = mismatches.map(({ check }) => check);
  return {
    class: seen.outcome,
    code: shorten(mask(seen.code), 200),
    jsonrpc_code: seen.jsonrpcCode,
    retryable: seen.retryable,
    elapsed_ms: Math.round(seen.ms),
    message: shorten(mask(seen.message.slice(0, 20_000)), 2_000),
    failed,
    fingerprint: fingerprintOf(seen, failed, handles),
    result: kept(seen.result ?? record.exchange.answer?.error ?? null, mask),
    // Together: a private key has many lines.
    stderr_tail: stderrTail.length ? mask(stderrTail.slice(-STDERR_LINES).join('\n')).split('\n') : [],
  };
}

function kept(result: unknown, mask: (text: string) => string): unknown {
  const bytes = bytesOf(result);
  return bytes > MAX_RESULT ? `(${bytes} bytes, not kept)` : maskedJson(result, mask);
}
