import { plural } from '../../model/text.ts';
import type { Played } from '../play.ts';
import type { ContractVerdict } from './contract-rules.ts';
import { isUnmarked } from './verdict-of.ts';

/** So many calls of one tool that hang, or end the adapter: what is left of it would take as long and tell nothing new. */
const MAX_HANGS = 3;
const MAX_ENDS = 25;

/** What hung once is waited for so long when it is tried again alone, or so many times as long as the slowest that was answered. */
const AGAIN_MS = 2_000;
const SLOWEST = 10;

/** What became of the tool that is under test. */
export class ToolProgress {
  /** Calls that hang, and that end the adapter, made alone. */
  #hangs = 0;
  #ends = 0;
  /** Failed beside others and passed alone: with an answer, and without any. */
  #onlyBeside = 0;
  #lostBeside = 0;
  /** Invalid arguments that were refused by a result which says that it is none of failure. */
  #unmarked = 0;
  /** Groups of which one has failed alone. */
  readonly confirmed = new Set<string>();
  /** Milliseconds of the slowest call that was answered. */
  #slowestMs = 0;

  /** True once so many calls were not answered that the rest is left out. */
  get isLeft(): boolean {
    return this.#hangs >= MAX_HANGS || this.#ends >= MAX_ENDS;
  }

  /** How long to wait for what is known to hang. */
  againMs(timeoutMs: number): number {
    return Math.min(timeoutMs, Math.max(AGAIN_MS, SLOWEST * this.#slowestMs));
  }

  /** A call that was answered. */
  answered(played: Played): void {
    this.#slowestMs = Math.max(this.#slowestMs, played.seen.ms);
    if (isUnmarked(played)) this.#unmarked++;
  }

  /** A call that had failed beside others; it is lost when no answer had come. */
  passedAlone(wasLost: boolean): void {
    if (wasLost) this.#lostBeside++;
    else this.#onlyBeside++;
  }

  failedAlone(verdict: ContractVerdict): void {
    if (verdict === 'timed-out') this.#hangs++;
    if (verdict === 'crashed') this.#ends++;
  }

  /** What there is to know of how the tool was tested, in clauses. */
  notes(): string[] {
    const [hangs, ends, onlyBeside, lostBeside, unmarked] = [this.#hangs, this.#ends, this.#onlyBeside, this.#lostBeside, this.#unmarked];
    return [
      ...(hangs >= MAX_HANGS ? [`after ${MAX_HANGS} calls without an answer the rest was left out`] : []),
      ...(ends >= MAX_ENDS ? [`after ${MAX_ENDS} calls that ended the adapter the rest was left out`] : []),
      ...(onlyBeside
        ? [`${plural(onlyBeside, 'call')} failed beside others and passed alone, so it was called one by one from then on`]
        : []),
      ...(lostBeside && !hangs && !ends ? [`${plural(lostBeside, 'call')} got no answer beside others and passed alone`] : []),
      ...(unmarked
        ? [`${plural(unmarked, 'refusal')} came without isError: true, so agents take them for successes (rule result/error-as-success)`]
        : []),
    ];
  }
}
