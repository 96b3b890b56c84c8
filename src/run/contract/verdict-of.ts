import { failureIn } from '../../checks/result/failure.ts';
import type { ProcessExit } from '../../model/process.ts';
import { grouped, shorten } from '../../model/text.ts';
import type { Played } from '../play.ts';
import type { ContractVerdict } from './contract-rules.ts';
import type { Failure } from './trial.ts';

const BY_CHECK: Readonly<Record<string, ContractVerdict>> = {
  ok: 'accepted-invalid',
  accepts_arguments: 'rejected-valid',
  output_schema: 'output-violates-schema',
  raw_exception: 'raw-exception',
  max_bytes: 'too-large',
};

/**
 * What the first expectation that a call did not meet makes of it, and what was seen, in words; null for a call that met them all, and for
 * a refusal that only lacks its mark.
 * @param exit how the adapter ended, if it did
 */
export function verdictOf(played: Played, exit: ProcessExit | null): Pick<Failure, 'verdict' | 'what'> | null {
  const { mismatches, seen, record } = played;
  const [first] = mismatches;
  if (!first || isUnmarked(played)) return null;
  if (first.check === 'answered' && seen.outcome === 'timeout') {
    const told = record.exchange.notifications.some(({ method }) => method === 'notifications/progress');
    return { verdict: 'timed-out', what: `no answer within ${Math.round(seen.ms / 100) / 10} s${told ? ', only progress' : ''}` };
  }
  const verdict = BY_CHECK[first.check] ?? 'crashed';
  return { verdict, what: wordsFor(verdict) };

  function wordsFor(each: ContractVerdict): string {
    if (each === 'accepted-invalid') return 'accepts what its schema forbids';
    if (each === 'rejected-valid') return 'refuses what its schema allows';
    if (each === 'output-violates-schema') return `the result does not fit the output schema (${shorten(seen.schemaProblem ?? '')})`;
    if (each === 'raw-exception') return `the answer shows ${seen.rawException}`;
    if (each === 'too-large') return `a result of ${grouped(seen.bytes)} bytes`;
    if (exit) return `a call ends the adapter (${exit.signal ?? `exit code ${exit.code}`})`;
    // An HTTP server that answers with a page of its framework is still there.
    return record.exchange.outcome === 'refused'
      ? `no JSON-RPC answer comes (${shorten(seen.message)})`
      : `a call ends the connection${seen.message && ` (${shorten(seen.message)})`}`;
  }
}

/** True for arguments that were refused as they should be, by a result that does not say isError: a rule of `check` tells of that. */
export function isUnmarked({ expect, seen, record }: Played): boolean {
  return expect.ok === false && seen.outcome === 'ok' && failureIn(record) !== null;
}

/** No answer came: it may be another call under way that is to blame. */
export function isLost({ verdict }: Pick<Failure, 'verdict'>): boolean {
  return verdict === 'crashed' || verdict === 'timed-out';
}
