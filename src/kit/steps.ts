import { setTimeout as delay } from 'node:timers/promises';
import { duration } from '../model/text.ts';
import type { CallControl } from './call-control.ts';
import type { Effects } from './effects.ts';
import { outcomeUnknown } from './outcome-unknown.ts';
import { orTimeUp, TimeUp } from './time-up.ts';
import { ToolError } from './tool-error.ts';

/** What became of one step, for the audit log and the toolkit's trace. */
export interface StepRecord {
  name: string;
  ms: number;
  /** `ok`, or the code it failed with. */
  code: string;
  attempts: number;
}

export interface StepOptions {
  /** How long it may take, each try by itself; at most what is left of the call. */
  timeoutMs?: number;
  /** How often it is tried again after a failure that says `retryable`: 0 (unless said) to 5. */
  retries?: number;
}

export interface EffectOptions {
  timeoutMs?: number;
  /** The origin it acts on (`https://shop.example`), for tools with `origins: true`: the grant must allow it. */
  origin?: string;
}

type Work<T> = (signal: AbortSignal) => T | Promise<T>;

/** The named steps that a business action is composed of: each is timed, has a limit, and shows up in audit and trace. */
export interface Steps {
  /**
   * A step that changes nothing outside, so it may be tried again.
   * @throws ToolError as the step threw it, `timeout` when its time was up
   */
  run<T>(name: string, work: Work<T>, options?: StepOptions): Promise<T>;
  /**
   * The step that changes something: only in tools of risk prepare, write and destructive. The grant is looked at once more right before it.
   * It is never tried again, and a client that cancels does not cut it off; when nobody can know whether it took effect, the call ends with `outcome_unknown`.
   */
  effect<T>(name: string, work: Work<T>, options?: EffectOptions): Promise<T>;
}

/** What the pipeline gives to the steps of one call. */
export interface StepHost {
  control: CallControl;
  /** Milliseconds left of the call. */
  left(): number;
  mayChange: boolean;
  /** @throws ToolError when the grant does not hold (any more) */
  confirm(origin: string | null): Promise<void>;
  started(name: string): void;
}

/** What is known of the steps of one call while it runs. */
export interface StepState {
  readonly records: StepRecord[];
  /** How often the step that was tried most often was tried. */
  attempts: number;
  /** Steps that change nothing and are under way: what is cut off in one of them did nothing. */
  reading: number;
  readonly effects: Effects;
}

const NAME = /^[a-z][a-z0-9_]{0,59}$/;
const MAX_RETRIES = 5;
const MAX_RECORDS = 100;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** The steps of one call; `state` is kept up to date as they run. */
export function createSteps(host: StepHost, state: StepState): Steps {
  const { control } = host;
  const { effects } = state;
  return {
    run: (name, work, options = {}) => heard(timed(name, (record) => tried(name, work, options, record))),
    effect: (name, work, options = {}) => heard(timed(name, () => effected(name, work, options))),
  };

  async function tried<T>(name: string, work: Work<T>, { timeoutMs, retries = 0 }: StepOptions, record: StepRecord): Promise<T> {
    if (!(retries >= 0 && retries <= MAX_RETRIES)) throw new TypeError(`step ${name}: retries must be 0 to ${MAX_RETRIES}, not ${retries}`);
    const before = effects.begun;
    state.reading++;
    try {
      for (;;) {
        try {
          return await limited(name, work, timeoutMs, parent());
        } catch (error) {
          // Nor is it tried again when something took effect in it.
          const may = error instanceof ToolError && error.retryable && record.attempts <= retries && effects.begun === before;
          const pause = pauseAfter(record.attempts);
          if (!may || control.cancelled || pause >= host.left()) throw error;
          await delay(pause, undefined, { signal: control.signal });
          record.attempts++;
          state.attempts = Math.max(state.attempts, record.attempts);
        }
      }
    } finally {
      state.reading--;
    }
  }

  async function effected<T>(name: string, work: Work<T>, { timeoutMs, origin }: EffectOptions): Promise<T> {
    if (!host.mayChange) throw new TypeError(`step ${name}: a tool of risk read has no effects`);
    await host.confirm(origin ?? null);
    parent().throwIfAborted();
    return effects.track(announced(), isKnown);

    async function announced(): Promise<T> {
      try {
        return await limited(name, work, timeoutMs, control.ending);
      } catch (error) {
        throw isKnown(error) ? error : error instanceof ToolError && error.code === 'outcome_unknown' ? error : unanswered(name, error);
      }
    }
  }

  /** Once something took effect, a client that cancels is not obeyed: how it ends is worth knowing. */
  function parent(): AbortSignal {
    return effects.state === 'none' ? control.signal : control.ending;
  }

  async function timed<T>(name: string, work: (record: StepRecord) => Promise<T>): Promise<T> {
    if (typeof name !== 'string' || !NAME.test(name))
      throw new TypeError(`${JSON.stringify(name)} is no step name: write snake_case, such as warm_up`);
    const record: StepRecord = { name, ms: 0, code: 'ok', attempts: 1 };
    if (state.records.length < MAX_RECORDS) state.records.push(record);
    host.started(name);
    const startedAt = performance.now();
    try {
      return await work(record);
    } catch (error) {
      record.code = error instanceof ToolError ? error.code : control.cancelled ? 'cancelled' : 'internal';
      throw error;
    } finally {
      record.ms = Math.round(performance.now() - startedAt);
    }
  }

  /** One try: it may take its own limit, or what is left of the call. */
  async function limited<T>(name: string, work: Work<T>, timeoutMs: number | undefined, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const limit = Math.max(1, Math.min(timeoutMs ?? Number.POSITIVE_INFINITY, host.left()));
    const stop = new AbortController();
    const forward = () => stop.abort(signal.reason);
    signal.addEventListener('abort', forward);
    try {
      return await orTimeUp(Promise.resolve(work(stop.signal)), limit, signal);
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
      stop.abort(error);
      throw new ToolError('timeout', { retryable: true, message: `step ${name} took longer than ${duration(limit)}`, cause: error });
    } finally {
      signal.removeEventListener('abort', forward);
    }
  }
}

/** What a step that was begun and not answered is told as. */
export function unanswered(step: string, cause: unknown): ToolError {
  return outcomeUnknown(`step ${step} was begun and ended without an answer`, cause);
}

/** True when the tool itself says what happened; a time-out or anything unexpected says nothing. */
function isKnown(error: unknown): boolean {
  return error instanceof ToolError && error.code !== 'outcome_unknown' && !(error.cause instanceof TimeUp);
}

/** A tool need not wait for its step: that it failed must not end the process. */
function heard<T>(step: Promise<T>): Promise<T> {
  step.catch(() => {});
  return step;
}

/** Doubled each time, with jitter, so that callers who failed together do not come back together. */
function pauseAfter(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}
