import { Fault } from '../../model/fault.ts';
import { changes, riskOf, type ToolDeclaration } from '../../model/tool.ts';
import { until } from '../../wire/wait.ts';
import { grantTo } from '../grant-to.ts';
import type { RunOptions } from '../options.ts';
import { endOf, freshState, openPlace, type Place, takesGrants, withState } from '../place.ts';

/** The end of a process is known this long after the end of its stdout, if it ends at all. */
const EXIT_MS = 500;
/** Calls that one grant lasts for, some less than it could. */
const CALLS_A_GRANT = 900;

/** The adapter under test: one connection at a time, with an empty state folder. Once it has ended or hangs, the next call gets a fresh one. */
export class Subject {
  /** The last that was opened; null before the first. */
  last: Place | null = null;
  readonly #options: RunOptions;
  #opening: Promise<Place | null> | null = null;
  #isSpoiled = false;
  #removeState = (): void => {};
  #state = '';
  /** Since it was started. */
  #calls = 0;
  /** Exchanges of the beginning, which the evidence needs. */
  #kept = 0;
  /** How often each task has called a tool with its grant. */
  #uses = new Map<string, number>();

  constructor(options: RunOptions) {
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

  /** A call was judged: of thousands of answers none need be held. */
  judged(place: Place): void {
    this.#calls++;
    if (place === this.last && place.session.exchanges.length > this.#kept) place.session.exchanges.length = this.#kept;
  }

  /** Grants a tool that changes something to the task of a call, where the adapter takes grants. A task that cannot be named gets none. */
  async grant(place: Place, tool: ToolDeclaration, task: unknown): Promise<void> {
    if (typeof task !== 'string' || !changes(riskOf(tool, this.#options.risks)) || !takesGrants(place)) return;
    const key = JSON.stringify([tool.name, task]);
    const uses = this.#uses.get(key) ?? 0;
    this.#uses.set(key, uses + 1);
    if (uses % CALLS_A_GRANT !== 0) return;
    try {
      await grantTo(this.#state, task, [{ tools: [tool.name], origins: [] }], new Map(), CALLS_A_GRANT + 100);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }

  async close(): Promise<void> {
    await this.last?.close();
    this.#removeState();
  }

  async #open(): Promise<Place | null> {
    await this.close();
    const { folder, remove } = freshState();
    this.#removeState = remove;
    this.#state = folder;
    this.#uses = new Map();
    const options = withState(this.#options, folder);
    // How it is spoken to is known by now: it need not be found out again.
    const era = this.last?.connection.opened.era === 'legacy' ? 'legacy' : options.open.era;
    const place = await openPlace({ ...options, open: { ...options.open, era } });
    this.last = place;
    this.#isSpoiled = false;
    this.#calls = 0;
    this.#kept = place.session.exchanges.length;
    return place.isOpen ? place : null;
  }
}
