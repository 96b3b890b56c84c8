import { canonicalJson } from '../model/canonical-json.ts';

/** True for two values that say the same, whatever the order of their members; nothing is the same as null. */
export function isSame(one: unknown, two: unknown): boolean {
  return one === two || canonicalJson(one ?? null) === canonicalJson(two ?? null);
}
