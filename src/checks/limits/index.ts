import { CONSTRUCTS } from './constructs.ts';
import { COUNTS } from './counts.ts';
import { DESCRIPTIONS } from './descriptions.ts';
import { exceeds, type Limit, profilesOf } from './limits.ts';
import { NAMES } from './names.ts';
import type { ProfileId } from './profiles.ts';
import { SIZES } from './sizes.ts';
import { STRICT } from './strict.ts';
import { TIMES } from './times.ts';

/** Every known limit, by topic. */
export const LIMITS: readonly Limit[] = [...NAMES, ...DESCRIPTIONS, ...COUNTS, ...CONSTRUCTS, ...STRICT, ...SIZES, ...TIMES];

const BY_WHAT = new Map([...new Set(LIMITS.map(({ what }) => what))].map((what) => [what, LIMITS.filter((limit) => limit.what === what)]));

/** Every limit on one thing, of hosts and model APIs alike. */
export function limitsOn(what: string): readonly Limit[] {
  return BY_WHAT.get(what) ?? [];
}

/**
 * The profiles that refuse a construct, or a value beyond their limit on it. A limit that counts the host's prefix too is
 * judged only where the caller gives the whole name (`limitsOn` and `sentName`).
 */
export function refusers(what: string, value?: number | string): readonly ProfileId[] {
  return profilesOf(limitsOn(what).filter((limit) => value === undefined || (!limit.prefix && exceeds(limit, value))));
}
