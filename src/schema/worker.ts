import { parentPort } from 'node:worker_threads';
import { validateSchema, validateValue } from './validate.ts';
import type { SchemaVerdict } from './verdicts.ts';

/** One thing to validate: a schema against its meta-schema, or a value against a schema. */
export type Job = { schema: unknown } | { schema: unknown; value: unknown };

// One answer a job, so that the other side knows which one took too long.
parentPort?.on('message', (jobs: Job[]) => {
  for (const job of jobs) {
    const verdict: SchemaVerdict = 'value' in job ? validateValue(job.schema, job.value) : validateSchema(job.schema);
    parentPort?.postMessage(verdict);
  }
});
