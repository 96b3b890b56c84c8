import { isObject } from '../../model/json.ts';
import { BOOT } from './owner.ts';

/** What time it is, in two ways. */
export interface Clock {
  /** Milliseconds since 1970: what people read. It can be set. */
  now(): number;
  /** Milliseconds that only go forward, counted from the same moment by all processes of one boot. */
  monotonic(): number;
}

/** The clocks of this machine. */
export const CLOCK: Clock = { now: Date.now, monotonic: () => Number(process.hrtime.bigint() / 1_000_000n) };

/** When something happened, so that later processes can tell how long ago, even when the clock was set in between. */
export interface Moment {
  /** RFC 3339, UTC. */
  at: string;
  /** The boot that `up` counts from; null where that cannot be told. */
  boot: string | null;
  /** Milliseconds on the clock that only goes forward. */
  up: number;
}

/** Now. */
export function moment(clock: Clock): Moment {
  return { at: new Date(clock.now()).toISOString(), boot: BOOT, up: clock.monotonic() };
}

/** Milliseconds since then. Negative when that was written before a restart of the machine and the clock was set back since. */
export function msSince({ at, boot, up }: Moment, clock: Clock): number {
  return boot !== null && boot === BOOT ? clock.monotonic() - up : clock.now() - Date.parse(at);
}

export function isMoment(value: unknown): value is Moment {
  if (!isObject(value)) return false;
  const { at, boot, up } = value;
  return typeof at === 'string' && Number.isFinite(Date.parse(at)) && (boot === null || typeof boot === 'string') && typeof up === 'number';
}
