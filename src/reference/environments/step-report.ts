import type { StepOptions, Steps } from '../../kit/steps.ts';
import { LONGEST_TIMER, orTimeUp } from '../../kit/time-up.ts';
import { ToolError } from '../../kit/tool-error.ts';

/** A step as the result tells it; `code` is `ok`, or what it failed with. */
export interface ReportedStep {
  name: string;
  ms: number;
  code: string;
}

/** The steps of one call, within one deadline, kept for its result. */
export class StepReport {
  readonly records: ReportedStep[] = [];
  readonly #steps: Steps;
  readonly #overs: AbortSignal[] = [];
  readonly #endsAt: number;

  constructor(steps: Steps, timeoutMs: number) {
    this.#steps = steps;
    this.#endsAt = performance.now() + timeoutMs;
  }

  /** Milliseconds left, whole ones: `AbortSignal.timeout` takes no others. */
  get left(): number {
    return Math.max(1, Math.round(this.#endsAt - performance.now()));
  }

  /** As `steps.run`. */
  async run<T>(name: string, work: (signal: AbortSignal) => Promise<T>, options: StepOptions = {}): Promise<T> {
    const startedAt = performance.now();
    const note = (code: string) => this.records.push({ name, ms: Math.round(performance.now() - startedAt), code });
    try {
      const result = await this.#steps.run(name, (signal) => this.#unlessOver(work(signal)), {
        timeoutMs: this.left,
        ...options,
      });
      note('ok');
      return result;
    } catch (error) {
      note(error instanceof ToolError ? error.code : 'cancelled');
      throw error;
    }
  }

  /**
   * From now on steps end with its reason when it is aborted. Their work would not always: what is asked of a context while it is closed
   * may never be answered.
   */
  endsWith(over: AbortSignal): void {
    this.#overs.push(over);
  }

  #unlessOver<T>(work: Promise<T>): Promise<T> {
    return this.#overs.reduce((waited, over) => orTimeUp(waited, LONGEST_TIMER, over), work);
  }

  /** The failure with the steps beside it, so that it says how far the call came. */
  failure(error: unknown): unknown {
    if (!(error instanceof ToolError)) return error;
    const { code, retryable, message, data, cause } = error;
    return new ToolError(code, { retryable, message, data: { ...data, steps: this.records }, cause });
  }
}
