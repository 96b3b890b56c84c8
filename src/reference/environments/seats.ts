import type { ReferenceLimits } from '../config/reference-config.ts';

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
