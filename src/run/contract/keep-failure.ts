import { keepCase } from '../keep-case.ts';
import { unmet } from '../observe.ts';
import type { Place } from '../place.ts';
import { type Played, taskIdOf } from '../play.ts';
import type { Written } from '../write-case.ts';
import { onlyCheck } from './expected.ts';
import { behind, keptText, preparationOf } from './prepared-case.ts';
import type { ContractOptions, Failure } from './trial.ts';

/** Keeps a failure as a case that `replay` runs: it is fixed once the check that failed is met. Null where nothing may be written. */
export async function keepFailure({ trial, played, verdict }: Failure, place: Place, options: ContractOptions): Promise<Written | null> {
  const last = played.at(-1);
  if (!last) return null;
  return keepCase({
    place,
    ...behind(preparationOf(last), [
      ...played.slice(0, -1),
      asCase(last, keptText(last, trial), verdict === 'timed-out' ? options.open.timeoutMs : null),
    ]),
    // It was seen before the run was cut short, if it was.
    options: { ...options, open: { ...options.open, signal: new AbortController().signal } },
    keeping: options.keeping,
    source: trial.gen.source,
    generated: { name: trial.name, gen: trial.gen },
  });
}

/**
 * The call with only what it did not meet as its expectation, and with the key that is the same in every run: two runs keep one case.
 * @param maxMs within which an answer was awaited, where none came; else null
 */
function asCase(played: Played, text: string, maxMs: number | null): Played {
  const missed = onlyCheck(played.expect, played.mismatches[0]?.check ?? '');
  const expect = maxMs === null ? missed : { ...missed, max_ms: maxMs };
  const record = { ...played.record, arguments: JSON.parse(text), text };
  const [sent, kept] = [taskIdOf(played.record), taskIdOf(record)];
  const seen = sent && kept ? { ...played.seen, message: played.seen.message.replaceAll(sent, kept) } : played.seen;
  return { ...played, record, seen, expect, mismatches: unmet(expect, seen, played.ignore) };
}
