import { Worker } from 'node:worker_threads';
import { isTooDeep, TOO_DEEP } from './depth-limit.ts';
import { dialectOf } from './dialect.ts';
import { isObvious } from './obvious.ts';
import type { Job } from './validate.ts';
import type { SchemaVerdict } from './verdicts.ts';

/** One schema may take this long before it is given up as too costly. */
const LIMIT_MS = 2_000;
/** A thread may take this long to load. */
const LOADING_MS = 5_000;
/** After so many that took too long, the rest is left unjudged. */
const MAX_GIVEN_UP = 3;

// The CLI bundle and the library build keep worker.js beside this module; tests run from source, on the built worker.
const FILE = import.meta.url.endsWith('.ts') ? '../../dist/schema/worker.js' : './worker.js';

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
  const verdicts = rest.length ? await judgeInTurn(rest, limitMs) : [];
  rest.forEach((job, index) => {
    judged.set(job, verdicts[index] ?? TOO_DEEP);
  });
  return jobs.map((job) => judged.get(job) ?? TOO_DEEP);
}

async function judgeInTurn(jobs: readonly Job[], limitMs: number): Promise<SchemaVerdict[]> {
  const verdicts: SchemaVerdict[] = [];
  for (let givenUp = 0; verdicts.length < jobs.length; givenUp++) {
    if (givenUp > MAX_GIVEN_UP) {
      verdicts.push(...jobs.slice(verdicts.length).map(() => unjudged('not judged, because earlier schemas took too long')));
      break;
    }
    const rest = jobs.slice(verdicts.length);
    verdicts.push(...(await inWorker(rest, limitMs)));
    if (verdicts.length < jobs.length) verdicts.push(unjudged(`validating took longer than ${limitMs / 1000} s`));
  }
  return verdicts;
}

function unjudged(reason: string): SchemaVerdict {
  return { problems: [], dialect: null, unjudged: reason };
}

/** The verdicts that came before one job took longer than the limit. */
function inWorker(jobs: readonly Job[], limitMs: number): Promise<SchemaVerdict[]> {
  return new Promise((resolve) => {
    const verdicts: SchemaVerdict[] = [];
    const worker = new Worker(new URL(FILE, import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    // The thread has to load first, and says when it has: a slow schema must not get that time too.
    let timer = setTimeout(end, LOADING_MS);
    worker.on('message', (verdict: SchemaVerdict | 'ready') => {
      if (verdict !== 'ready') verdicts.push(verdict);
      clearTimeout(timer);
      if (verdicts.length === jobs.length) end();
      else timer = setTimeout(end, limitMs);
    });
    worker.on('error', end);
    worker.postMessage(jobs);

    function end(): void {
      clearTimeout(timer);
      resolve(verdicts);
      worker.removeAllListeners();
      worker.on('error', () => {});
      void worker.terminate();
    }
  });
}
