import type { Finding } from '../model/finding.ts';
import type { Run, RunError } from '../model/run.ts';

/** Everything in a run that a reader should act on, as findings: why it could not be done, what was found, what has changed. */
export function problemsOf(run: Run): Finding[] {
  return [...(run.error ? [errorFinding(run.error)] : []), ...run.findings, ...run.changes];
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
