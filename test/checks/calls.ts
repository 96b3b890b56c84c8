import { args } from '../../src/checks/args/index.ts';
import { call } from '../../src/checks/call/index.ts';
import { gatherVerdicts } from '../../src/checks/gather.ts';
import { type Judged, judge } from '../../src/checks/judge.ts';
import { result } from '../../src/checks/result/index.ts';
import type { CallExample } from '../../src/checks/rule.ts';
import { sampleCall, sampleContext, sampleEvidence } from '../../src/checks/sample.ts';
import { additionalPropertiesMismatch } from '../../src/checks/schema/additional-properties-mismatch.ts';
import type { Evidence } from '../../src/model/evidence.ts';

/** What all rules about calls and results say of some calls. */
export async function judgeCalls(examples: readonly CallExample[], over: Partial<Evidence> = {}): Promise<Judged[]> {
  const calls = examples.map(sampleCall);
  const evidence = sampleEvidence({ calls, tools: calls.flatMap(({ tool }) => (tool ? [tool] : [])), ...over });
  const context = sampleContext(evidence, { schemas: await gatherVerdicts(evidence) });
  return judge(context, {}, [...result, ...args, ...call, additionalPropertiesMismatch]);
}

/** The same as `severity rule` lines. */
export async function linesOf(examples: readonly CallExample[], over: Partial<Evidence> = {}): Promise<string[]> {
  return (await judgeCalls(examples, over)).map(({ severity, rule }) => `${severity} ${rule}`);
}

export const text = (value: unknown) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });
