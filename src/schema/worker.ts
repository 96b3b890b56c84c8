import { parentPort } from 'node:worker_threads';
import { type Job, validateJob, validateValues } from './validate.ts';

// One answer a job, so that the other side knows which one took too long.
parentPort?.on('message', (jobs: (Job | { schema: unknown; values: unknown[] })[]) => {
  for (const job of jobs) parentPort?.postMessage('values' in job ? validateValues(job.schema, job.values) : validateJob(job));
});

// The first job of a thread takes ten times as long as the next. After it, what takes long is the schema.
validateJob({ schema: { type: 'object', properties: { warm: { type: 'string', pattern: '^up$' } } }, value: { warm: 'up' } });
parentPort?.postMessage('ready');
