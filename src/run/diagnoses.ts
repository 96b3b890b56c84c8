import { argumentRules } from '../checks/call-rules.ts';
import { judge } from '../checks/judge.ts';
import type { CallRecord, Evidence } from '../model/evidence.ts';
import type { Finding } from '../model/finding.ts';
import type { Secret } from '../model/target.ts';
import { contextOf, PLAIN } from './context.ts';
import { plain } from './summary.ts';

/** Why calls may fail, as far as their arguments tell: texts for numbers, null for what is optional, what the schema does not know. */
export async function diagnoses(evidence: Evidence, calls: readonly CallRecord[], secrets: readonly Secret[]): Promise<Finding[]> {
  const seen = { ...evidence, calls: [...calls], tools: [...new Set(calls.flatMap(({ tool }) => (tool ? [tool] : [])))] };
  return plain(judge(await contextOf(seen, PLAIN, secrets), {}, argumentRules));
}
