import { parentPort } from 'node:worker_threads';
import { type Job, validateJob } from './validate.ts';

// One answer a job, so that the other side knows which one took too long.
parentPort?.on('message', (jobs: Job[]) => {
  for (const job of jobs) parentPort?.postMessage(validateJob(job));
});

// The first job of a thread takes ten times as long as the next. After it, what takes long is the schema.
validateJob({ schema: { type: 'object', properties: { warm: { type: 'string', pattern: '^up$' } } }, value: { warm: 'up' } });
parentPort?.postMessage('ready');
