import { parentPort } from 'node:worker_threads';
import { type Job, validateJob } from './validate.ts';

// One answer a job, so that the other side knows which one took too long.
parentPort?.on('message', (jobs: Job[]) => {
  for (const job of jobs) parentPort?.postMessage(validateJob(job));
});
