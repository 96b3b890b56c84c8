import { Worker } from 'node:worker_threads';

/** A thread may take this long to load. */
const LOADING_MS = 5_000;

// The CLI bundle and the library build keep worker.js beside this module; tests run from source, on the built worker.
const FILE = import.meta.url.endsWith('.ts') ? '../../dist/schema/worker.js' : './worker.js';

/** One thread serves all jobs of the process, one batch after the other: starting one costs more than most of what it judges. */
let thread: { worker: Worker; isReady: boolean } | null = null;
let last: Promise<unknown> = Promise.resolve();

/** The answers to jobs, in order: those that came before one job took longer than the limit, which ends the thread. */
export function inThread<T>(jobs: readonly object[], limitMs: number): Promise<T[]> {
  const answers = last.then(() => ask<T>(jobs, limitMs));
  last = answers.catch(() => {});
  return answers;
}

function ask<T>(jobs: readonly object[], limitMs: number): Promise<T[]> {
  return new Promise((resolve) => {
    const answers: T[] = [];
    thread ??= { worker: new Worker(new URL(FILE, import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 512 } }), isReady: false };
    const asked = thread;
    const { worker } = asked;
    // The thread has to load first, and says when it has: a slow schema must not get that time too.
    let timer = setTimeout(giveUp, asked.isReady ? limitMs : LOADING_MS);
    worker.ref();
    worker.on('message', take);
    worker.on('error', giveUp);
    worker.postMessage(jobs);

    function take(answer: T | 'ready'): void {
      if (answer === 'ready') asked.isReady = true;
      else answers.push(answer);
      clearTimeout(timer);
      if (answers.length === jobs.length) end();
      else timer = setTimeout(giveUp, limitMs);
    }

    function end(): void {
      clearTimeout(timer);
      worker.off('message', take);
      worker.off('error', giveUp);
      // Idle, it keeps nobody from leaving.
      worker.unref();
      resolve(answers);
    }

    function giveUp(): void {
      thread = null;
      end();
      worker.on('error', () => {});
      void worker.terminate();
    }
  });
}
