import { Worker } from 'node:worker_threads';
import { member } from '../model/json.ts';

/** A thread may take this long to load. */
const LOADING_MS = 5_000;

// The CLI bundle and the library build keep worker.js beside this module; tests run from source, on the built worker.
const FILE = import.meta.url.endsWith('.ts') ? '../../dist/schema/worker.js' : './worker.js';

// What this process was started with is not for the thread: `--input-type` would keep it from starting, `--import` would load that once more.
const OPTIONS = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 512 } };

interface Thread {
  worker: Worker;
  isReady: boolean;
}

/** One thread serves all jobs of the process, one batch after the other: starting one costs more than most of what it judges. */
let thread: Thread | null = null;
let last: Promise<unknown> = Promise.resolve();

/** What came of jobs, in order; `ended` says in words why the thread gave none for the next, and is empty when it answered all. */
export interface Answers<T> {
  answers: T[];
  ended: string;
}

/** The answers to jobs, in order: those that came before one job took longer than the limit, or more memory, which ends the thread. */
export function inThread<T>(jobs: readonly object[], limitMs: number): Promise<Answers<T>> {
  const answers = last.then(() => ask<T>(jobs, limitMs));
  last = answers.catch(() => {});
  return answers;
}

function ask<T>(jobs: readonly object[], limitMs: number): Promise<Answers<T>> {
  return new Promise((resolve) => {
    const answers: T[] = [];
    thread ??= start();
    const asked = thread;
    const { worker } = asked;
    // The thread has to load first, and says when it has: a slow schema must not get that time too.
    const late = () =>
      giveUp(
        asked.isReady ? `validating took longer than ${limitMs / 1000} s` : `the validator was not ready within ${LOADING_MS / 1000} s`,
      );
    let timer = setTimeout(late, asked.isReady ? limitMs : LOADING_MS);
    worker.ref();
    worker.on('message', take);
    worker.on('error', failed);
    worker.postMessage(jobs);

    function take(answer: T | 'ready'): void {
      if (answer === 'ready') asked.isReady = true;
      else answers.push(answer);
      clearTimeout(timer);
      if (answers.length === jobs.length) end('');
      else timer = setTimeout(late, limitMs);
    }

    function end(ended: string): void {
      clearTimeout(timer);
      worker.off('message', take);
      worker.off('error', failed);
      // Idle, it keeps nobody from leaving.
      worker.unref();
      resolve({ answers, ended });
    }

    function failed(error: unknown): void {
      const isFull = member(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY';
      giveUp(
        isFull ? 'validating took too much memory' : `the validator failed (${error instanceof Error ? error.message : String(error)})`,
      );
    }

    function giveUp(why: string): void {
      if (thread === asked) thread = null;
      end(why);
      void worker.terminate();
    }
  });
}

function start(): Thread {
  const own = { worker: new Worker(new URL(FILE, import.meta.url), OPTIONS), isReady: false };
  // One that fails while nobody asks it must not end the process, and is not asked again.
  own.worker.on('error', () => {
    if (thread === own) thread = null;
  });
  return own;
}
