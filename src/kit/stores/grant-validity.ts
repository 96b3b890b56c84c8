import type { Clock } from './clock.ts';
import type { Grant } from './grant-store.ts';

/** Clocks of the person's machine and the adapter's may differ by this. */
const AHEAD_MS = 5_000;
/** Grants whose end is remembered. */
const MAX_KNOWN = 2_000;

/** Why a grant does not count at a moment; `early`: it was made in the future, so a clock was set back. */
export type Invalid = 'revoked' | 'expired' | 'early';

/** Whether a grant counts at `now` (milliseconds since 1970); null when it does. From the very millisecond of its end it does not. */
export function invalidity(grant: Grant, now: number): Invalid | null {
  if (grant.revoked_at !== null) return 'revoked';
  if (now >= Date.parse(grant.expires_at)) return 'expired';
  return Date.parse(grant.created_at) > now + AHEAD_MS ? 'early' : null;
}

/**
 * The same within one process, where a clock that is set back revives nothing: a grant ends by the clock that only goes forward too, at the
 * earliest end that any look at it has found.
 */
export function validityWatch(clock: Clock): (grant: Grant) => Invalid | null {
  const ends = new Map<string, number>();
  return (grant) => {
    const now = clock.now();
    const up = clock.monotonic();
    const name = `${grant.id} ${grant.expires_at}`;
    const end = Math.min(ends.get(name) ?? Number.POSITIVE_INFINITY, up + Date.parse(grant.expires_at) - now);
    ends.delete(name);
    ends.set(name, end);
    const [oldest] = ends.keys();
    if (ends.size > MAX_KNOWN && oldest !== undefined) ends.delete(oldest);
    return invalidity(grant, now) ?? (up >= end ? 'expired' : null);
  };
}
