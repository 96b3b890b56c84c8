import { ToolError } from '../../kit/tool-error.ts';
import type { ReferenceLimits } from '../config/reference-config.ts';
import type { Cleanup } from './cleanup.ts';
import type { Parking } from './parking.ts';
import { type SavedStates, type StateOwner, stateKey } from './saved-states.ts';
import type { Session } from './session.ts';
import type { StateHold } from './state-hold.ts';

/** What an environment is made with: a context that was parked, or a place for a new one; `hold` is null for one that keeps no state. */
export type Admission = { parked: Session } | { parked: null; seat: Seat; hold: StateHold | null };

export interface AdmissionParts {
  limits: ReferenceLimits;
  states: SavedStates;
  seats: Seats;
  parking: Parking;
  /** Milliseconds until the first environment ends if nobody uses it. */
  untilNextEnd(): number;
}

/**
 * Lets one environment in; what it is given goes back by `cleanup`. Without an account it may have no state of its own, while another one
 * has that of its region and purpose.
 * @throws ToolError `env_busy` when the account is in use; `quota_exceeded` when there are too many, with `retry_after_ms`
 */
export async function admit(owner: StateOwner, cleanup: Cleanup, parts: AdmissionParts): Promise<Admission> {
  const { states, seats, parking } = parts;
  const parked = await parking.take(owner);
  if (parked) {
    await cleanup.add(() => parked.close());
    return { parked };
  }
  const hold = states.hold(stateKey(owner));
  const isHeld = await hold.take();
  if (!isHeld && owner.account !== null)
    throw new ToolError('env_busy', {
      retryable: true,
      message: 'another task has an environment of this region, purpose and account: ask again when it has been released',
    });
  const seat = takeSeat(owner.purpose, parts);
  if (!seat) {
    await hold.release();
    throw tooMany(owner.purpose, parts);
  }
  await cleanup.add(async () => {
    seats.leave(seat);
    await hold.release();
  });
  return { parked: null, seat, hold: isHeld ? hold : null };
}

/** A parked session has to go before anybody is refused: the one parked for longest. */
function takeSeat(purpose: string, { seats, parking }: AdmissionParts): Seat | null {
  const free = seats.take(purpose);
  if (free) return free;
  const ofPurpose = seats.isPurposeFull(purpose);
  const longest = parking.all.find(({ session }) => !ofPurpose || session.owner.purpose === purpose);
  if (!longest) return null;
  seats.leave(longest.session.seat);
  parking.close(longest);
  return seats.take(purpose);
}

function tooMany(purpose: string, { limits, seats, untilNextEnd }: AdmissionParts): ToolError {
  const there = seats.isPurposeFull(purpose)
    ? `${limits.environmentsPerPurpose} environments of purpose ${purpose}`
    : `${limits.environments} environments`;
  return new ToolError('quota_exceeded', {
    retryable: true,
    message: `there are ${there} already, which is the limit: release one that is not needed, or ask again later`,
    data: { retry_after_ms: untilNextEnd() },
  });
}

/** A place among the environments that may be there at once; parked ones take one too. */
export interface Seat {
  readonly purpose: string;
}

/** Counts what is there at once: of all purposes, and of each. */
export class Seats {
  readonly #limits: ReferenceLimits;
  readonly #taken = new Set<Seat>();

  constructor(limits: ReferenceLimits) {
    this.#limits = limits;
  }

  /** Null when there is none left. */
  take(purpose: string): Seat | null {
    if (this.isPurposeFull(purpose) || this.#taken.size >= this.#limits.environments) return null;
    const seat = { purpose };
    this.#taken.add(seat);
    return seat;
  }

  /** True when a place of another purpose would not help. */
  isPurposeFull(purpose: string): boolean {
    return [...this.#taken].filter((seat) => seat.purpose === purpose).length >= this.#limits.environmentsPerPurpose;
  }

  /** Repeating it is no error. */
  leave(seat: Seat): void {
    this.#taken.delete(seat);
  }
}
