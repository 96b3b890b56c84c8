import type { Era } from '../model/protocol.ts';
import type { CaseTarget } from '../model/saved-case.ts';
import { launchOf, type Target } from '../model/target.ts';
import type { RunOptions } from './options.ts';
import { endOf, freshState, openPlace, type Place, withState } from './place.ts';

/** Where a case was recorded: in which era, and as whom. */
type Recorded = Pick<CaseTarget, 'era' | 'identity'>;

export interface PlacesOptions extends RunOptions {
  /** The target as an identity of the config reaches it. @throws Fault when there is none of that name */
  asIdentity: (name: string) => Target;
}

/** Where the runs of cases happen: a fresh adapter with an empty state folder for each, or one for all. */
export class CasePlaces {
  /** False where runs share an adapter and its state. */
  readonly isolated: boolean;
  /** The last that was opened. */
  last: Place | null = null;
  /** That one was opened as an identity of the config. */
  isAsIdentity = false;
  readonly #options: PlacesOptions;
  readonly #state = freshState();
  /** By the era that was wished for, and the identity. */
  readonly #shared = new Map<string, Place>();

  constructor(options: PlacesOptions, isolate: 'case' | 'none') {
    const { target } = options;
    // A server that we did not start keeps its state from one connection to the next.
    this.isolated = isolate === 'case' && launchOf(target) !== null;
    this.#options = options;
  }

  /**
   * Runs `work` on an adapter, with its state folder; null for a server that was not started by us.
   * @throws Fault for an identity that the config does not have
   */
  async at<T>(recorded: Recorded, work: (place: Place, state: string | null) => Promise<T>): Promise<T> {
    if (!this.isolated) return work(await this.#open(recorded), launchOf(this.#options.target) && this.#state.folder);
    const { folder, remove } = freshState();
    this.#options.resetSite?.();
    const place = await this.#start(folder, recorded);
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
  async #open(recorded: Recorded): Promise<Place> {
    const { era, identity } = recorded;
    const key = JSON.stringify([this.#isOld(era), identity]);
    const before = this.#shared.get(key);
    if (before?.isOpen && !endOf(before)) {
      this.#keep(before, recorded);
      return before;
    }
    await before?.close();
    const place = await this.#start(this.#state.folder, recorded);
    this.#shared.set(key, place);
    return place;
  }

  /** In the era of the case; in its own where the adapter refuses that one by now. */
  async #start(state: string, recorded: Recorded): Promise<Place> {
    const { era, identity } = recorded;
    const { target, asIdentity } = this.#options;
    const options = { ...withState(this.#options, state), target: identity === undefined ? target : asIdentity(identity) };
    let place = await openPlace(this.#isOld(era) ? { ...options, open: { ...options.open, era: 'legacy' } } : options);
    if (this.#isOld(era) && place.connection.opened.failure?.kind === 'refused') {
      await place.close();
      place = await openPlace(options);
    }
    this.#keep(place, recorded);
    return place;
  }

  #keep(place: Place, { identity }: Recorded): void {
    this.last = place;
    this.isAsIdentity = identity !== undefined;
  }

  /** What speaks both would be spoken to in the modern era, which may hide the failure. */
  #isOld(era: Era): boolean {
    return era === 'legacy' && this.#options.open.era === 'auto';
  }
}
