import type { Evidence } from '../model/evidence.ts';
import { MODERN } from '../model/protocol.ts';
import { validateJob } from '../schema/validate.ts';
import { gatherVerdicts } from './gather.ts';
import { type Judged, judge } from './judge.ts';
import { PROFILES } from './limits/profiles.ts';
import type { CallExample, Context, Rule } from './rule.ts';
import { sampleCall, sampleContext, sampleEvidence, sampleTool } from './sample.ts';

/** The examples of a rule, each as a function that judges it by that rule alone. */
export function examplesOf(rule: Rule): Record<'good' | 'bad', (() => Promise<Judged[]>)[]> {
  const each = (examples: readonly unknown[]) => examples.map((example) => () => judgeExample(rule, example));
  return { good: each(rule.examples.good), bad: each(rule.examples.bad) };
}

async function judgeExample(rule: Rule, example: unknown): Promise<Judged[]> {
  const context = await contextOf(rule, example);
  return judge(context, {}, [rule]);
}

async function contextOf(rule: Rule, example: unknown): Promise<Context> {
  // An example belongs to the newest revision its rule knows, on the first transport it knows.
  const revision = rule.since && rule.since >= MODERN ? MODERN : (rule.until ?? undefined);
  const base: Partial<Evidence> = {
    ...(revision ? { revision, era: revision >= MODERN ? ('modern' as const) : ('legacy' as const) } : {}),
    ...(rule.transports?.[0] ? { transport: rule.transports[0] } : {}),
  };
  const call = rule.on === 'call' ? (example as CallExample) : null;
  const over =
    rule.on === 'tool'
      ? { tools: [sampleTool(example)] }
      : call
        ? { calls: [sampleCall(call)], ...call.evidence }
        : (example as Partial<Evidence>);
  const evidence = sampleEvidence({ ...base, ...over });
  return sampleContext(evidence, {
    // Every profile, because some rules speak only under theirs.
    profiles: new Set(PROFILES),
    secrets: call?.secrets ?? [{ name: 'ERP_TOKEN', value: 'tok-example-1234567890' }],
    schemas: await gatherVerdicts(evidence, (jobs) => jobs.map(validateJob)),
  });
}
