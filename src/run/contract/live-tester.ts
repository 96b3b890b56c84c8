import { randomInt } from 'node:crypto';
import type { Expectation } from '../../model/expectation.ts';
import { launchOf } from '../../model/target.ts';
import { limitsOf } from '../calls.ts';
import { type Played, play } from '../play.ts';
import { expectationOf } from './expected.ts';
import { groupOf } from './failure-groups.ts';
import { InFlight } from './in-flight.ts';
import { withFreshKey } from './keys.ts';
import type { Ready } from './prepared-tool.ts';
import { Subject } from './subject.ts';
import { ToolProgress } from './tool-progress.ts';
import type { ContractOptions, Failure, Tester, Trial } from './trial.ts';
import { isLost, verdictOf } from './verdict-of.ts';

/** Calls of a reading tool that are under way at once. What changes something is called one by one. */
const AT_ONCE = 8;

/** Tells the keys of this run from those of others on the same server. */
const RUN = randomInt(1_000_000_000);

/** A call with how it failed. */
interface Attempted {
  played: Played;
  failure: Pick<Failure, 'verdict' | 'what'> | null;
}

/** The adapter under test, and what was found so far. */
export class LiveTester implements Tester {
  readonly options: ContractOptions;
  readonly subject: Subject;
  /** In the order in which they were found. */
  readonly failures: Failure[] = [];
  calls = 0;
  #keys = 0;
  readonly #inFlight = new InFlight(1);
  #progress = new ToolProgress();

  constructor(options: ContractOptions) {
    this.options = options;
    this.subject = new Subject(options);
  }

  /** From now on another tool is tested. */
  begin(isReading: boolean): void {
    this.#progress = new ToolProgress();
    this.#inFlight.limit = isReading ? AT_ONCE : 1;
    if (!isReading) this.renew();
  }

  /** The next call gets a fresh adapter with an empty state, where we start it. */
  renew(): void {
    if (launchOf(this.options.target)) this.subject.renew();
  }

  /** True once no call can be made any more: the run was cut short, or the adapter starts no more. */
  get isOver(): boolean {
    return this.options.open.signal.aborted || this.subject.last?.isOpen === false;
  }

  /** Why no call can be made any more, in words. */
  get end(): string {
    return this.options.open.signal.aborted ? 'the run was cut short, --deadline gives it longer' : 'the adapter starts no more';
  }

  /** True once the rest of the tool is left out: so many of its calls were not answered, or the run is over. */
  get isLeft(): boolean {
    return this.isOver || this.#progress.isLeft;
  }

  /** What there is to know of how the tool was tested, in clauses. */
  notes(): string[] {
    return this.#progress.notes();
  }

  async play(trial: Trial, expect: Expectation): Promise<Played | null> {
    return (await this.#inFlight.beside(() => this.#makeOnce(trial, expect)))?.played ?? null;
  }

  async attempt(trial: Trial): Promise<Failure | null> {
    if (this.isLeft) return null;
    const expect = expectationOf(trial);
    const first = await this.#inFlight.beside(() => this.#make(this.#keyed(trial), expect));
    if (!first?.failure) return null;
    const { failure } = first;
    const hung = failure.verdict === 'timed-out';
    const shown = { ...failure, trial, played: [first.played] };
    // One of a kind is enough to know that it fails alone.
    if (this.#progress.confirmed.has(groupOf(shown)) && !isLost(failure)) return shown;
    return this.#inFlight.alone(async () => {
      if (this.isLeft) return null;
      const again = await this.#make(this.#keyed(trial), expect, hung);
      // It was cut short, or starts no more: then this is all that is known.
      if (!again) return isLost(failure) && !this.options.open.signal.aborted ? shown : null;
      if (!again.failure) {
        // What is only lost may be the fault of another call.
        if (!isLost(failure)) this.#inFlight.limit = 1;
        this.#progress.passedAlone(isLost(failure));
        return null;
      }
      this.#progress.failedAlone(again.failure.verdict);
      // It was waited for longer the first time.
      const what = hung && again.failure.verdict === 'timed-out' ? failure.what : again.failure.what;
      const found = { verdict: again.failure.verdict, what, trial, played: [again.played] };
      this.#progress.confirmed.add(groupOf(found));
      return found;
    });
  }

  /**
   * Makes one call with nothing else under way; null when the run is over.
   * @param hangs it is known to, and need not be waited for as long again
   */
  repeat(trial: Trial, expect: Expectation, hangs: boolean): Promise<Attempted | null> {
    return this.#inFlight.alone(() => this.#make(this.#keyed(trial), expect, hangs));
  }

  found(failure: Failure): void {
    this.failures.push(failure);
  }

  #keyed(trial: Trial): Trial {
    return withFreshKey(trial, RUN, ++this.#keys);
  }

  /** Makes a call, and makes it again where what it names was used up by those before. */
  async #make(asked: Trial, expect: Expectation, hangs = false): Promise<Attempted | null> {
    const first = await this.#makeOnce(asked, expect, hangs);
    return first && this.subject.isGone(first.ready, first.played) ? this.#makeOnce(asked, expect, hangs) : first;
  }

  async #makeOnce(asked: Trial, expect: Expectation, hangs = false): Promise<(Attempted & { ready: Ready }) | null> {
    const place = await this.subject.place();
    if (!place) return null;
    const ready = await this.subject.ready(place, asked);
    const { name, tool, arguments: given, text } = ready.trial;
    this.calls++;
    const { timeoutMs } = this.options.open;
    const limits = limitsOf(hangs ? this.#progress.againMs(timeoutMs) : timeoutMs);
    const wish = { name: tool.name, arguments: given, text, ...limits };
    const played = await play(place, tool, wish, { name, expect });
    this.subject.judged(place, ready, played);
    if (this.options.open.signal.aborted) return null;
    const { outcome } = played.record.exchange;
    if (outcome === 'answered') this.#progress.answered(played);
    if (outcome === 'silent' || outcome === 'gone' || outcome === 'unreachable') await this.subject.spoiled(place, outcome !== 'silent');
    return { played, failure: verdictOf(played, place.connection.exit()), ready };
  }
}
