import { launchOf } from '../../model/target.ts';
import { riskOf, type ToolDeclaration } from '../../model/tool.ts';
import { until } from '../../wire/wait.ts';
import { endOf, freshState, openPlace, type Place, withState } from '../place.ts';
import type { Played } from '../play.ts';
import { notePreparation } from './prepared-case.ts';
import { GrantBook } from './prepared-grants.ts';
import { PreparedTool, type Ready } from './prepared-tool.ts';
import { SuitePages } from './suite-pages.ts';
import type { ContractOptions, Trial } from './trial.ts';

/** The end of a process is known this long after the end of its stdout, if it ends at all. */
const EXIT_MS = 500;
/** So many things that a preparing tool has made may be there at once: browsers, devices, files. */
const MAX_LIVE = 20;

/** The adapter under test: one connection at a time, with an empty state folder. Once it has ended or hangs, the next call gets a fresh one. */
export class Subject {
  /** The last that was opened; null before the first. */
  last: Place | null = null;
  readonly #options: ContractOptions;
  #opening: Promise<Place | null> | null = null;
  #isSpoiled = false;
  #removeState = (): void => {};
  /** Since it was started. */
  #calls = 0;
  /** Exchanges of the beginning, which the evidence needs. */
  #kept = 0;
  #grants: GrantBook | null = null;
  /** Successes of a preparing tool since then. */
  #live = 0;
  /** The tool under test. */
  #tested: PreparedTool | null = null;
  readonly #pages = new SuitePages();

  constructor(options: ContractOptions) {
    this.#options = options;
  }

  /** Where the next call goes; null when the run is over: it was cut short, or the adapter starts no more. */
  place(): Promise<Place | null> {
    const { last } = this;
    if (this.#options.open.signal.aborted || (last && !last.isOpen)) return Promise.resolve(null);
    if (last && !this.#isSpoiled && !endOf(last)) return Promise.resolve(last);
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /** Something was not answered: nothing can be concluded from what this connection does from now on. Of one that is gone the end is waited for. */
  async spoiled(place: Place, isGone: boolean): Promise<void> {
    if (isGone && place.connection.facts()) await until(() => place.connection.exit() !== null, EXIT_MS);
    if (place === this.last) this.#isSpoiled = true;
  }

  /** Nothing of what was done so far shall be there for the next call; nothing may be under way. */
  renew(): void {
    // One that was not called yet is as fresh as another.
    if (this.last && this.#calls) this.#isSpoiled = true;
  }

  /** From now on this tool is tested: what a suite shows of it is prepared for its calls. */
  begin(tool: ToolDeclaration): PreparedTool {
    const host = {
      options: this.#options,
      site: (folder: string) => this.#pages.url(folder),
      grant: async (place: Place, each: ToolDeclaration, task: unknown) => this.#grants?.grant(place, each, task),
    };
    this.#tested = new PreparedTool(tool, this.#options.bases.get(tool.name), host);
    return this.#tested;
  }

  /** A call with what it needs on this adapter. */
  async ready(place: Place, trial: Trial): Promise<Ready> {
    const ready = (await this.#tested?.ready(place, trial)) ?? { asked: trial, trial, prepared: null };
    await this.#grants?.grant(place, trial.tool, ready.trial.arguments.task_id);
    return ready;
  }

  /** A call was judged: of thousands of answers none need be held. */
  judged(place: Place, ready: Ready, played: Played): void {
    const { trial, prepared } = ready;
    this.#calls++;
    this.#tested?.judged(ready, played);
    if (place === this.last && place.session.exchanges.length > this.#kept) place.session.exchanges.length = this.#kept;
    if (prepared) notePreparation(played, prepared);
    if (played.seen.outcome !== 'ok' || riskOf(trial.tool, this.#options.risks) !== 'prepare') return;
    if (++this.#live >= MAX_LIVE) this.#renewOurs();
  }

  /** True when a call should be made again, because what it names was used up by the calls before. */
  isGone(ready: Ready, played: Played): boolean {
    const isGone = this.#tested?.isGone(ready, played) ?? false;
    // Calls of a reading tool are made beside each other: one of them must not end the adapter of the others.
    if (isGone && riskOf(ready.trial.tool, this.#options.risks) !== 'read') this.#renewOurs();
    return isGone;
  }

  /** The tool under test; null before the first. */
  get tested(): PreparedTool | null {
    return this.#tested;
  }

  /** Everything ends. */
  async close(): Promise<void> {
    await this.#end();
    await this.#pages.close();
  }

  #renewOurs(): void {
    if (launchOf(this.#options.target)) this.renew();
  }

  async #end(): Promise<void> {
    await this.last?.close();
    this.#removeState();
  }

  async #open(): Promise<Place | null> {
    await this.#end();
    this.#options.resetSite?.();
    const { folder, remove } = freshState();
    this.#removeState = remove;
    this.#grants = new GrantBook(folder, this.#options.risks);
    const options = withState(this.#options, folder);
    // How it is spoken to is known by now: it need not be found out again.
    const era = this.last?.isOpen ? (this.last.session.modern ? 'modern' : 'legacy') : options.open.era;
    const place = await openPlace({ ...options, open: { ...options.open, era } });
    this.last = place;
    this.#isSpoiled = false;
    this.#calls = 0;
    this.#live = 0;
    this.#kept = place.session.exchanges.length;
    return place.isOpen ? place : null;
  }
}
