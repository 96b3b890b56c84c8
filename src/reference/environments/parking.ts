import type { ReferenceLimits } from '../config/reference-config.ts';
import type { Endings } from './cleanup.ts';
import { type SavedStates, type StateOwner, stateKey } from './saved-states.ts';
import type { Session } from './session.ts';

/** The context of an environment that was released, kept for the next one of its owner. */
export interface Parked {
  session: Session;
  /** The saved state that it has: once another process has saved a newer one, this context is not used again. */
  version: string;
  /** The last environment that it was, and its task. */
  envId: string;
  task: string;
  /** Milliseconds of the wall clock. */
  since: number;
}

export interface ParkingOptions {
  limits: ReferenceLimits;
  states: SavedStates;
  endings: Endings;
  now(): number;
}

const MINUTE_MS = 60_000;

/** Sessions that no task has. Their states are not held, so that other processes may go on with them. */
export class Parking {
  readonly #options: ParkingOptions;
  /** By the key of their state, the one parked for longest first. */
  readonly #parked = new Map<string, Parked>();

  constructor(options: ParkingOptions) {
    this.#options = options;
  }

  get all(): Parked[] {
    return [...this.#parked.values()];
  }

  /** When a parked session is closed, in milliseconds of the wall clock. */
  until({ session, since }: Parked): number {
    const { idleMinutes, lifetimeMinutes } = this.#options.limits;
    return Math.min(since + idleMinutes * MINUTE_MS, session.createdAt + lifetimeMinutes * MINUTE_MS);
  }

  put(parked: Parked): void {
    const key = stateKey(parked.session.owner);
    const before = this.#parked.get(key);
    if (before) this.close(before);
    this.#parked.set(key, parked);
  }

  /** The session of this owner, with its state held; null when there is none that may be used again. */
  async take(owner: StateOwner): Promise<Session | null> {
    const { states, now } = this.#options;
    const key = stateKey(owner);
    const parked = this.#parked.get(key);
    if (!parked) return null;
    const { session, version } = parked;
    // Out of the map first, so that nobody else closes it meanwhile.
    this.#parked.delete(key);
    // A page in it has opened itself since, and is another task's.
    const mayBe = session.isAlive() && now() < this.until(parked) && !session.context.pages().length;
    if (mayBe && (await session.hold?.take()) && (await states.version(key)) === version) return session;
    await session.close();
    return null;
  }

  /** Takes one out, and ends it in its own time. */
  close(parked: Parked): void {
    this.drop(parked.session);
    this.#options.endings.behind(parked.session.close());
  }

  /** It is closed by somebody else. */
  drop(session: Session): void {
    const key = stateKey(session.owner);
    if (this.#parked.get(key)?.session === session) this.#parked.delete(key);
  }

  sweep(): void {
    for (const parked of this.all) if (this.#options.now() >= this.until(parked)) this.close(parked);
  }

  /** Throws a saved state away, unless a later environment has taken it up since. */
  async forget(key: string, version: string): Promise<void> {
    const { states } = this.#options;
    const parked = this.#parked.get(key);
    if (parked?.version === version) {
      this.#parked.delete(key);
      await parked.session.close();
    }
    const hold = states.hold(key);
    if (!(await hold.take())) return;
    if ((await states.version(key)) === version) await states.discard(key);
    await hold.release();
  }
}
