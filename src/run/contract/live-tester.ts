import { randomInt } from 'node:crypto';
import type { Expectation } from '../../model/expectation.ts';
import { launchOf } from '../../model/target.ts';
import { plural } from '../../model/text.ts';
import { type Played, play } from '../play.ts';
import { expectationOf } from './expected.ts';
import { groupOf } from './failure-groups.ts';
import { InFlight } from './in-flight.ts';
import { withFreshKey } from './keys.ts';
import { Subject } from './subject.ts';
import type { ContractOptions, Failure, Tester, Trial } from './trial.ts';
import { verdictOf } from './verdict-of.ts';

/** Calls of a reading tool that are under way at once. What changes something is called one by one. */
const AT_ONCE = 8;
/** So many calls of one tool that hang, or end the adapter: what is left of it would take as long and tell nothing new. */
const MAX_HANGS = 3;
const MAX_ENDS = 25;

/** Tells the keys of this run from those of others on the same server. */
const RUN = randomInt(1_000_000_000);

/** A call with how it failed. */
interface Attempted {
  played: Played;
  failure: Pick<Failure, 'verdict' | 'what'> | null;
}

/** What hung once is waited for so long when it is tried again alone, or so many times as long as the slowest that was answered. */
const AGAIN_MS = 2_000;
const SLOWEST = 10;

/** What became of the tool that is under test. */
interface Progress {
  hangs: number;
  ends: number;
  /** Failed beside others and passed alone: with an answer, and without any. */
  onlyBeside: number;
  lostBeside: number;
  /** Groups of which one has failed alone. */
  confirmed: Set<string>;
  /** Milliseconds of the slowest call that was answered. */
  slowestMs: number;
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
  #progress: Progress = nothingYet();

  constructor(options: ContractOptions) {
    this.options = options;
    this.subject = new Subject(options);
  }

  /** From now on another tool is tested. */
  begin(isReading: boolean): void {
    this.#progress = nothingYet();
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

  /** True once so many calls of the tool were not answered that the rest is left out. */
  get isLeft(): boolean {
    return this.#progress.hangs >= MAX_HANGS || this.#progress.ends >= MAX_ENDS;
  }

  /** What there is to know of how the tool was tested, in clauses. */
  notes(): string[] {
    const { hangs, ends, onlyBeside, lostBeside } = this.#progress;
    return [
      ...(hangs >= MAX_HANGS ? [`after ${MAX_HANGS} calls without an answer the rest was left out`] : []),
      ...(ends >= MAX_ENDS ? [`after ${MAX_ENDS} calls that ended the adapter the rest was left out`] : []),
      ...(onlyBeside
        ? [`${plural(onlyBeside, 'call')} failed beside others and passed alone, so it was called one by one from then on`]
        : []),
      ...(lostBeside && !hangs && !ends ? [`${plural(lostBeside, 'call')} got no answer beside others and passed alone`] : []),
    ];
  }

  async play(trial: Trial, expect: Expectation): Promise<Played | null> {
    return (await this.#inFlight.beside(() => this.#make(trial, expect)))?.played ?? null;
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
    if (this.#progress.confirmed.has(groupOf(shown)) && !isLost(first)) return shown;
    return this.#inFlight.alone(async () => {
      if (this.isLeft) return null;
      const again = await this.#make(this.#keyed(trial), expect, hung);
      // It was cut short, or starts no more: then this is all that is known.
      if (!again) return isLost(first) && !this.options.open.signal.aborted ? shown : null;
      if (!again.failure) {
        this.#passedAlone(first);
        return null;
      }
      if (again.failure.verdict === 'timed-out') this.#progress.hangs++;
      else if (isLost(again)) this.#progress.ends++;
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

  async #make({ name, tool, arguments: given, text }: Trial, expect: Expectation, hangs = false): Promise<Attempted | null> {
    const place = await this.subject.place();
    if (!place) return null;
    await this.subject.grant(place, tool, given.task_id);
    this.calls++;
    const { timeoutMs } = this.options.open;
    const short = Math.min(timeoutMs, Math.max(AGAIN_MS, SLOWEST * this.#progress.slowestMs));
    const wish = { name: tool.name, arguments: given, text, ...(hangs ? { timeoutMs: short } : {}) };
    const played = await play(place, tool, wish, { name, expect });
    this.subject.judged(place);
    if (this.options.open.signal.aborted) return null;
    const { outcome } = played.record.exchange;
    if (outcome === 'answered') this.#progress.slowestMs = Math.max(this.#progress.slowestMs, played.seen.ms);
    if (outcome === 'silent' || outcome === 'gone' || outcome === 'unreachable') await this.subject.spoiled(place, outcome !== 'silent');
    return { played, failure: verdictOf(played, place.connection.exit()) };
  }

  #passedAlone(first: Attempted): void {
    if (isLost(first)) {
      this.#progress.lostBeside++;
      return;
    }
    this.#progress.onlyBeside++;
    this.#inFlight.limit = 1;
  }
}

function nothingYet(): Progress {
  return { hangs: 0, ends: 0, onlyBeside: 0, lostBeside: 0, confirmed: new Set(), slowestMs: 0 };
}

/** No answer came: it may be another call under way that is to blame. */
function isLost({ failure }: Attempted): boolean {
  return failure?.verdict === 'crashed' || failure?.verdict === 'timed-out';
}
