import type { Change, Finding } from '../model/finding.ts';
import type { Run, RunError } from '../model/run.ts';
import { shownValues } from './changed-values.ts';

/** Characters of what stood there, and of what stands there now. */
const MAX_VALUE = 300;

/** Everything in a run that a reader should act on, as findings: why it could not be done, what was found, what has changed. */
export function problemsOf(run: Run): Finding[] {
  return [...(run.error ? [errorFinding(run.error)] : []), ...run.findings, ...run.changes.map(changeFinding)];
}

/** A change with everything that there is to say of it, for reports that know only findings. */
export function changeFinding(change: Change): Change {
  const { accepted, message, fix } = change;
  const { before, after } = shownValues(change, MAX_VALUE);
  const values = [before === null ? '' : `- ${before}`, after === null ? '' : `+ ${after}`].filter(Boolean);
  return {
    ...change,
    message: accepted ? `${message} (accepted until ${accepted.until}: ${accepted.reason})` : message,
    fix: accepted ? '' : fix,
    evidence: values.length ? values.join('\n') : null,
  };
}

/** The run and all runs within it, without those that only hold others together. */
export function leavesOf(run: Run): Run[] {
  const parts = run.runs.flatMap(leavesOf);
  const hasOwn = problemsOf(run).length + run.steps.length + run.cases.length > 0;
  return parts.length && !hasOwn ? parts : [run, ...parts];
}

function errorFinding(error: RunError): Finding {
  return {
    rule: error.class || error.phase,
    severity: 'error',
    tool: null,
    at: null,
    message: error.message,
    fix: error.hint,
    clause: null,
    profile: null,
    count: 1,
    source: null,
    evidence: error.stderrTail.length ? error.stderrTail.join('\n') : null,
  };
}
