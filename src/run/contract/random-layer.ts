import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { JsonObject } from '../../model/json.ts';
import { inputSchema, type ToolDeclaration } from '../../model/tool.ts';
import { argumentsArbitrary } from '../../schema/arbitrary/arguments-arbitrary.ts';
import { judgeValues } from '../../schema/judge-schemas.ts';
import type { ValueVerdict } from '../../schema/verdicts.ts';
import { attemptAll } from './attempt-all.ts';
import { isTold } from './contract-findings.ts';
import { groupOf } from './failure-groups.ts';
import { shrunk } from './random-shrink.ts';
import { type Random, trialOf } from './random-trial.ts';
import type { Failure, Tester } from './trial.ts';

/** A tester that tells what it has found already. */
export interface RandomTester extends Tester {
  readonly failures: readonly Failure[];
}

/** So many failures of one tool are made small: who has more has to begin somewhere. */
const MAX_SHRUNK = 5;
/** Values that are judged at once, as the time of the validator is limited. */
const BATCH = 500;

/**
 * Calls a tool with `runs` arguments made at random, the same for one seed whichever other tools are called. The validator says of each what
 * the schema says of it. Of those that fail in one way, at one place, one is shrunk and told; what is known already is not told again.
 */
export async function randomLayer(tester: RandomTester, tool: ToolDeclaration, base: JsonObject): Promise<{ calls: number }> {
  const schema = inputSchema(tool);
  const { runs, seed } = tester.options;
  if (!schema || !runs) return { calls: 0 };
  const random: Random = { tool, schema, base, arbitrary: argumentsArbitrary(schema, base), given: seed, seed: seedFor(tool.name, seed) };
  const values = fc.sample(random.arbitrary, { numRuns: runs, seed: random.seed });
  const verdicts: ValueVerdict[] = [];
  for (let from = 0; from < runs; from += BATCH) verdicts.push(...(await judgeValues(schema, values.slice(from, from + BATCH))));
  const trials = values.flatMap(
    (value, index) => trialOf(random, value, verdicts[index], { name: `random/${index}`, path: String(index) }) ?? [],
  );
  await tell(tester, await attemptAll(tester, trials, () => ' at random'), random);
  return { calls: trials.length };
}

async function tell(tester: RandomTester, failures: readonly Failure[], random: Random): Promise<void> {
  const { onEvent, settings } = tester.options;
  const known = new Set(tester.failures.map(groupOf));
  let left = MAX_SHRUNK;
  for (const failure of failures) {
    // What the schema allows is about nothing in particular before it is shrunk: then it may turn out to be known.
    if (known.has(groupOf(failure)) || !isTold(failure.verdict, settings)) continue;
    if (left <= 0 && failure.trial.kind !== 'invalid') continue;
    onEvent({ kind: 'phase', text: `${random.tool.name}: looking for the plainest call that fails (${failure.trial.name})` });
    const plainest = left-- > 0 ? await shrunk(tester, failure, random) : failure;
    if (known.has(groupOf(plainest))) continue;
    for (const each of [failure, plainest]) known.add(groupOf(each));
    tester.found(plainest);
  }
}

/** 32 bits that depend on the name too, so that `--tool` alone makes the same calls, and two tools of one schema others. */
function seedFor(name: string, seed: number): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE(0);
}
