import { CallControl } from './call-control.ts';
import type { CallRequest } from './pipeline/call.ts';
import { dispatch } from './pipeline/index.ts';
import type { Answer, Services } from './services.ts';
import type { StepRecord } from './steps.ts';

/** What a call is answered with, and the steps it was made of. */
export interface CallAnswer extends Answer {
  steps: readonly StepRecord[];
}

/** What is still running after the time to finish is cancelled, and then ended: how long each may take. */
const CANCEL_MS = 300;
const STOPS = new Error('the adapter stops');

/** The calls of one adapter: not too many at once, and none that outlives it. */
export class CallsUnderWay {
  readonly #calls = new Map<CallControl, Promise<unknown>>();
  #stopping = false;

  get stopping(): boolean {
    return this.#stopping;
  }

  async run(request: CallRequest, services: Services): Promise<CallAnswer> {
    if (this.#stopping) return refused('stopping', 'the adapter is stopping: ask the next one');
    if (this.#calls.size >= services.limits.inFlight)
      return refused('busy', 'the adapter has too many calls at once: ask again in a while');
    const control = new CallControl(request.signal);
    const { call, answer } = dispatch(request, control, services);
    this.#calls.set(control, answer);
    try {
      const { envelope, content, text } = await answer;
      return { envelope, content, text, steps: call.steps.records };
    } finally {
      this.#calls.delete(control);
      control.release();
    }
  }

  /** Takes no more calls. Those under way may finish within `graceMs`, then they are cancelled, and at last effects are not waited for either. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    await this.#allOrTime(graceMs);
    for (const control of this.#calls.keys()) control.cancel(STOPS);
    await this.#allOrTime(CANCEL_MS);
    for (const control of this.#calls.keys()) control.end(STOPS);
    await this.#allOrTime(CANCEL_MS);
  }

  async #allOrTime(ms: number): Promise<void> {
    if (!this.#calls.size) return;
    let timer: NodeJS.Timeout | undefined;
    const time = new Promise((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([Promise.allSettled(this.#calls.values()), time]);
    clearTimeout(timer);
  }
}

/** What is told before a call is even looked at. */
function refused(code: 'stopping' | 'busy', message: string): CallAnswer {
  return { envelope: { ok: false, code, retryable: true, attempts: 1, elapsed_ms: 0, message }, content: [], steps: [] };
}
