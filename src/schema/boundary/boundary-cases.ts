import { isObject, type JsonObject } from '../../model/json.ts';
import { judgeAllValues } from '../judge-schemas.ts';
import type { ValueVerdict } from '../verdicts.ts';
import { basesFor } from './bases.ts';
import type { BoundaryCases } from './boundary-case.ts';
import { type Candidates, candidatesFor } from './candidates.ts';
import { aroundParts } from './part-value.ts';
import { isAllowed, settled } from './settled.ts';
import type { Spot } from './spot.ts';

/** Values of spots that did not fit are made anew so often. */
const MAX_ROUNDS = 6;
/** The values of the schemas that are looked at together may take this long to make. */
const MAKING_MS = 10_000;
/** One schema may take its validator this long: it is judged by hundreds of values. */
const JUDGING_MS = 4_000;
/** Bytes of arguments of one tool, and of all together. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_BYTES_OF_ALL = 64 * 1024 * 1024;

/** So many schemas are looked at together: after a few slow ones the validator gives up what is left of these. */
const AT_ONCE = 20;

interface Input {
  schema: unknown;
  base?: JsonObject | undefined;
}

/**
 * Arguments on the edges of input schemas, the same in two runs, each judged by the validator (the oracle): what is meant to be valid fits,
 * what is meant to be invalid fails for the keyword that it aims at. What does not is dropped.
 * @param inputs each schema with arguments that are known to work; without them the smallest that fit are made
 */
export async function boundaryCases(inputs: readonly Input[]): Promise<BoundaryCases[]> {
  const maxBytes = Math.min(MAX_BYTES, MAX_BYTES_OF_ALL / Math.max(1, inputs.length));
  const results: BoundaryCases[] = [];
  for (let from = 0; from < inputs.length; from += AT_ONCE) results.push(...(await casesOf(inputs.slice(from, from + AT_ONCE), maxBytes)));
  return results;
}

async function casesOf(inputs: readonly Input[], maxBytes: number): Promise<BoundaryCases[]> {
  const bases = await basesFor(inputs);
  const results = bases.map(({ reason }): BoundaryCases => ({ cases: [], dropped: [], reason }));
  const until = performance.now() + MAKING_MS;
  let open = bases.flatMap(({ schema, base }, index) =>
    base && isObject(schema) ? [{ index, root: schema, around: aroundParts(schema), base, misses: new Map() }] : [],
  );
  for (let round = 1; open.length && round <= MAX_ROUNDS; round++) {
    const jobs = open.map((job) => ({ job, made: candidatesFor(job.base, { ...job, until }, maxBytes) }));
    const verdicts = await judgeAllValues(
      jobs.map(({ job, made }) => ({ schema: job.root, values: valuesOf(made) })),
      JUDGING_MS,
    );
    open = jobs.flatMap(({ job, made }, at) => {
      const judged = verdicts[at] ?? [];
      const misses = round < MAX_ROUNDS ? missesIn(made.probes, judged) : [];
      for (const name of misses) job.misses.set(name, (job.misses.get(name) ?? 0) + 1);
      const before = results[job.index]?.reason ?? '';
      if (!misses.length) results[job.index] = settled(made, judged, before);
      return misses.length ? [job] : [];
    });
  }
  return results;
}

/** What is judged of one schema: first that each spot may be there at all, then each candidate. */
function valuesOf({ probes, byName }: Candidates): JsonObject[] {
  return [...probes.map(({ base }) => base), ...[...byName.values()].flat().map(({ judged }) => judged)];
}

/** Names of the spots whose value does not fit, the outermost only; none where the arguments to begin with do not. */
function missesIn(probes: readonly Spot[], verdicts: readonly ValueVerdict[]): string[] {
  const bad = probes.filter(({ place }, index) => !isAllowed(verdicts[index]?.violations ?? [], place)).map(({ name }) => name);
  return bad.includes('') ? [] : bad.filter((name) => !bad.some((other) => name.startsWith(`${other}/`)));
}
