import type { Evidence } from '../model/evidence.ts';
import type { Run } from '../model/run.ts';
import { contextOf, PLAIN } from './context.ts';
import { fail } from './failure.ts';
import type { RunOptions } from './options.ts';
import { plain } from './summary.ts';

/** For `list` and `call`: the catalogue is loaded only now, because only a failure needs its words. */
export async function explainFailure(run: Run, evidence: Evidence, options: RunOptions): Promise<void> {
  const { judge } = await import('../checks/judge.ts');
  const { rules } = await import('../checks/index.ts');
  const findings = judge(await contextOf(evidence, PLAIN, options.secrets), {}, rules);
  fail(run, evidence, findings);
  run.findings = plain(findings.filter((finding) => finding.severity === 'error' && !finding.cause));
}
