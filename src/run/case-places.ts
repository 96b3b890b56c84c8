import type { Era } from '../model/protocol.ts';
import { launchOf } from '../model/target.ts';
import type { RunOptions } from './options.ts';
import { endOf, freshState, openPlace, type Place, withState } from './place.ts';

/** Where the runs of cases happen: a fresh adapter with an empty state folder for each, or one for all. */
export class CasePlaces {
  /** False where runs share an adapter and its state. */
  readonly isolated: boolean;
  /** The last that was opened. */
  last: Place | null = null;
  readonly #options: RunOptions;
  readonly #state = freshState();
  /** By the era that was wished for. */
  readonly #shared = new Map<string, Place>();

  constructor(options: RunOptions, isolate: 'case' | 'none') {
    const { target } = options;
    // A server that we did not start keeps its state from one connection to the next.
    this.isolated = isolate === 'case' && launchOf(target) !== null;
    this.#options = options;
  }

  /**
   * Runs `work` on an adapter, with its state folder; null for a server that was not started by us.
   * @param era in which the case was recorded
   */
  async at<T>(era: Era, work: (place: Place, state: string | null) => Promise<T>): Promise<T> {
    if (!this.isolated) return work(await this.#open(era), launchOf(this.#options.target) && this.#state.folder);
    const { folder, remove } = freshState();
    this.#options.resetSite?.();
    const place = await this.#start(folder, era);
    try {
      return await work(place, folder);
    } finally {
      await place.close();
      remove();
    }
  }

  async close(): Promise<void> {
    for (const place of this.#shared.values()) await place.close();
    this.#state.remove();
  }

  /** The shared one; one that has ended is started again. */
  async #open(era: Era): Promise<Place> {
    const key = this.#isOld(era) ? era : '';
    const before = this.#shared.get(key);
    if (before?.isOpen && !endOf(before)) {
      this.last = before;
      return before;
    }
    await before?.close();
    const place = await this.#start(this.#state.folder, era);
    this.#shared.set(key, place);
    return place;
  }

  /** In the era of the case; in its own where the adapter refuses that one by now. */
  async #start(state: string, era: Era): Promise<Place> {
    const options = withState(this.#options, state);
    let place = await openPlace(this.#isOld(era) ? { ...options, open: { ...options.open, era: 'legacy' } } : options);
    if (this.#isOld(era) && place.connection.opened.failure?.kind === 'refused') {
      await place.close();
      place = await openPlace(options);
    }
    this.last = place;
    return place;
  }

  /** What speaks both would be spoken to in the modern era, which may hide the failure. */
  #isOld(era: Era): boolean {
    return era === 'legacy' && this.#options.open.era === 'auto';
  }
}
