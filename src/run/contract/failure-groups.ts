import { fingerprintOf } from '../../cases/fingerprint.ts';
import { groupBy } from '../../model/group.ts';
import { order } from '../../model/order.ts';
import type { ContractVerdict } from './contract-rules.ts';
import type { Failure } from './trial.ts';

/** Failures of one tool that are the same to a reader: what went wrong, and which keyword at which place it is about. */
export interface FailureGroup {
  /** The plainest first: what has the shortest arguments. */
  failures: [Failure, ...Failure[]];
}

/** The failures by tool, verdict, place and keyword; the plainest group first. */
export function groupFailures(failures: readonly Failure[]): FailureGroup[] {
  return [...groupBy(failures, groupOf).values()]
    .flatMap((group): FailureGroup[] => {
      const [first, ...rest] = group.toSorted(byPlainness);
      return first ? [{ failures: [first, ...rest] }] : [];
    })
    .sort((a, b) => byPlainness(a.failures[0], b.failures[0]));
}

/** Equal for failures that belong to one group. */
export function groupOf(failure: Failure): string {
  return JSON.stringify([failure.trial.tool.name, failure.verdict, ...likeness(failure)]);
}

/** What is seen in an answer is one failure, whatever the call was about. */
const BY_ANSWER: readonly ContractVerdict[] = ['output-violates-schema', 'raw-exception', 'too-large'];

function likeness({ verdict, trial, played }: Failure): unknown[] {
  const last = played.at(-1);
  if (!last || !BY_ANSWER.includes(verdict)) return [pointerOf(trial.at), trial.keyword];
  return [
    fingerprintOf(
      last.seen,
      last.mismatches.map(({ check }) => check),
      [],
    ),
  ];
}

/** The place in the tool of what is given as a place in its input schema. */
export function pointerOf(at: string | null): string | null {
  return at === null || /^\/(?:input|output)Schema(?:\/|$)/.test(at) ? at : `/inputSchema${at}`;
}

function byPlainness({ trial: a }: Failure, { trial: b }: Failure): number {
  return a.text.length - b.text.length || order(a.name, b.name);
}
