import { isTooDeep, TOO_DEEP } from './depth-limit.ts';
import { dialectOf } from './dialect.ts';
import { inThread } from './judge-thread.ts';
import { isObvious } from './obvious.ts';
import type { Job } from './validate.ts';
import type { SchemaVerdict, ValueVerdict } from './verdicts.ts';

/** One schema may take this long before it is given up as too costly. */
const LIMIT_MS = 2_000;
/** After so many that took too long, the rest is left unjudged. */
const MAX_GIVEN_UP = 3;

/**
 * Validates schemas and values in a worker thread, one verdict a job, in order. A schema whose validation takes longer than
 * `limitMs` is left unjudged and the rest goes on in a fresh thread; a hostile schema can cost no more.
 */
export async function judgeSchemas(jobs: readonly Job[], limitMs = LIMIT_MS): Promise<SchemaVerdict[]> {
  const judged = new Map<Job, SchemaVerdict>();
  for (const job of jobs) {
    if (isTooDeep(job)) judged.set(job, TOO_DEEP);
    else if (isObvious(job)) judged.set(job, { problems: [], dialect: dialectOf(job.schema), unjudged: null });
  }
  const rest = jobs.filter((job) => !judged.has(job));
  const verdicts = rest.length ? await judgeInTurn(rest, limitMs, unjudged) : [];
  rest.forEach((job, index) => {
    judged.set(job, verdicts[index] ?? TOO_DEEP);
  });
  return jobs.map((job) => judged.get(job) ?? TOO_DEEP);
}

/**
 * Judges many values by one schema, which is compiled once, in the same thread and within the same limits: one verdict a value, in order,
 * with every keyword that it breaks. All of them are unjudged where the schema cannot be compiled or takes too long.
 */
export async function judgeValues(schema: unknown, values: readonly unknown[], limitMs = LIMIT_MS): Promise<ValueVerdict[]> {
  const [judged] = await judgeAllValues([{ schema, values }], limitMs);
  return judged ?? [];
}

/** The same for several schemas, each with its own limit. */
export async function judgeAllValues(
  jobs: readonly { schema: unknown; values: readonly unknown[] }[],
  limitMs = LIMIT_MS,
): Promise<ValueVerdict[][]> {
  const judgeable = jobs.filter(({ schema, values }) => !isTooDeep({ schema, values }));
  const reply = (reason: string) => [{ violations: [], unjudged: reason }];
  const verdicts = judgeable.length ? await judgeInTurn<ValueVerdict[]>(judgeable, limitMs, reply) : [];
  const byJob = new Map(judgeable.map((job, index) => [job, verdicts[index] ?? []]));
  return jobs.map((job) => {
    const found = byJob.get(job) ?? reply(TOO_DEEP.unjudged ?? '');
    const [only] = found;
    // One verdict for all of them: nothing could be judged.
    return found.length === job.values.length || !only ? found : job.values.map(() => only);
  });
}

async function judgeInTurn<T>(jobs: readonly object[], limitMs: number, unjudgedFor: (reason: string) => T): Promise<T[]> {
  const verdicts: T[] = [];
  for (let givenUp = 0; verdicts.length < jobs.length; givenUp++) {
    if (givenUp > MAX_GIVEN_UP) {
      verdicts.push(...jobs.slice(verdicts.length).map(() => unjudgedFor('not judged, because earlier schemas took too long')));
      break;
    }
    const { answers, ended } = await inThread<T>(jobs.slice(verdicts.length), limitMs);
    verdicts.push(...answers);
    if (ended) verdicts.push(unjudgedFor(ended));
  }
  return verdicts;
}

function unjudged(reason: string): SchemaVerdict {
  return { problems: [], dialect: null, unjudged: reason };
}
