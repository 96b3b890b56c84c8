import { replayCommand } from '../model/replay-command.ts';
import type { CaseRecord, Run, StepRecord } from '../model/run.ts';
import { quote, some } from '../model/text.ts';

/** Steps that did not pass. */
export function brokenSteps(run: Run): StepRecord[] {
  return run.steps.filter((step) => step.status !== 'passed');
}

/** Cases that are not fixed. */
export function brokenCases(run: Run): CaseRecord[] {
  return run.cases.filter((record) => record.verdict !== 'fixed');
}

/** The outcome of a step with its code; of one that was not run only that. */
export function codesOf({ status, outcome, code }: StepRecord): string {
  const words = status === 'errored' ? [code] : code === outcome ? [outcome] : [outcome, code];
  return words.filter(Boolean).join(', ');
}

/** Why a step did not pass, in lines as the adapter wrote them; none for one that did. */
export function reasonsOf(step: StepRecord, run: Run): string[] {
  const { status, outcome, message = '', mismatches = [] } = step;
  if (status === 'passed') return [];
  if (status === 'failed') {
    if (!message || mismatches.some((each) => each.includes(message))) return mismatches;
    // Without an answer the words are those of the connection.
    const isAnswer = outcome !== 'transport' && outcome !== 'timeout';
    return [...mismatches, isAnswer ? `the adapter says: ${message}` : message];
  }
  const needed = run.steps.find((each) => each !== step && each.name === message);
  return [needed ? `needs ${quote(message, 200)}, which ${needed.status}` : message || 'it could not be run'];
}

/** What there is to say of a case beside its verdict, in lines as the adapter wrote them. */
export function factsOf(record: CaseRecord): string[] {
  const { detail, rebound, staleSchema, schemaChanges, accepted } = record;
  return [
    ...(detail ? [detail] : []),
    ...(rebound.length ? [`exact except ${some(rebound)}`] : []),
    ...(staleSchema ? [`the declaration of the tool has changed since${schemaChanges.length ? ':' : ''}`] : []),
    ...(staleSchema ? schemaChanges : []),
    ...(accepted ? ['it is a regression test from now on'] : []),
  ];
}

/** `failed 2 of 3`. */
export function countOf({ runs, failures }: CaseRecord): string {
  return runs ? `failed ${failures} of ${runs}` : 'not run';
}

/** The command that runs the case again. */
export function replayOf({ file, replay }: CaseRecord): string {
  return replay ?? replayCommand(file);
}
