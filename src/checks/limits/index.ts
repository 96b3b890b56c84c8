import type { Limit } from './limits.ts';
import type { ProfileId } from './profiles.ts';

export const LIMITS: readonly Limit[] = [];

/** The profiles that refuse a construct. */
export function refusers(_what: string): readonly ProfileId[] {
  return [];
}
