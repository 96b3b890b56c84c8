import type { Judged } from '../checks/judge.ts';
import type { Evidence } from '../model/evidence.ts';
import { EXIT } from '../model/fault.ts';
import type { StartFailure } from '../model/process.ts';
import type { Phase } from '../model/protocol.ts';
import { NO_PROCESS, type Run, type RunError, summarise } from '../model/run.ts';
import { duration } from '../model/text.ts';
import { plain } from './summary.ts';

/**
 * Fills in why nothing could be checked: the finding that explains it becomes the error of the run and is left out of the findings.
 */
export function fail(run: Run, evidence: Evidence, findings: readonly Judged[]): void {
  const { failure } = evidence;
  if (!failure) return;
  const cause = findings.find((finding) => finding.cause);
  run.error = {
    ...processFacts(evidence),
    phase: phaseOf(failure),
    class: cause?.rule ?? `spawn/${failure.kind}`,
    message: cause?.message ?? `the adapter could not be reached (${failure.kind}${failure.detail && `: ${failure.detail}`})`,
    hint: cause?.fix ?? 'run the command yourself first',
  };
  // A 403 need not be about who asks: a guard of Host says it too.
  const unauthorized = failure.kind === 'unauthorized' && !cause?.rule.startsWith('http/');
  run.exitCode = unauthorized ? EXIT.unauthorized : failure.kind === 'port-in-use' ? EXIT.usage : EXIT.unreachable;
  run.findings = plain(findings.filter((finding) => finding !== cause));
}

/** Closes a run: how long it took, whether the deadline cut it short, its counts. */
export function finish(run: Run, evidence: Evidence, startedAt: number, signal: AbortSignal): void {
  run.durationMs = Math.round(performance.now() - startedAt);
  if (signal.aborted && !knowsWhy(evidence)) deadlinePassed(run, evidence);
  run.summary = summarise(run);
}

/** True when it had failed for a reason of its own before the deadline passed. */
function knowsWhy({ failure }: Evidence): boolean {
  return failure !== null && failure.limitOption !== '--deadline';
}

/** The whole command took longer than `--deadline`. */
function deadlinePassed(run: Run, evidence: Evidence): void {
  run.error = {
    ...processFacts(evidence),
    phase: evidence.failure ? phaseOf(evidence.failure) : 'list',
    class: 'deadline',
    message: `the deadline passed${run.durationMs ? ` after ${duration(run.durationMs)}` : ''}; the adapter was ended`,
    hint: 'raise --deadline, or find what takes so long with --verbose',
  };
  run.exitCode = EXIT.unreachable;
}

function phaseOf(failure: StartFailure): Phase {
  if (failure.waitingFor === 'server/discover') return 'discover';
  return failure.waitingFor === null ? 'spawn' : 'handshake';
}

/** What is known of the process, as the error of a run tells it. */
export function processFacts({ process }: Evidence): Pick<RunError, keyof typeof NO_PROCESS> {
  if (!process) return NO_PROCESS;
  return {
    exitCode: process.exit?.code ?? null,
    signal: process.exit?.signal ?? null,
    ageMs: process.exit?.ageMs ?? null,
    stdoutBytes: process.stdoutBytes,
    stderrTail: process.stderrTail,
  };
}
