import { distance } from 'fastest-levenshtein';
import { quote, some } from './text.ts';

/** A word longer than this is no misspelt name. */
const MAX_LENGTH = 64;
const MAX_CANDIDATES = 1_000;

/**
 * The candidate that was most likely meant by a misspelt word: the same but for case and separators, else the nearest within a
 * third of its letters. Undefined when none is near.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length === 0 || word.length > MAX_LENGTH) return undefined;
  const bare = letters(word);
  const allowed = Math.max(1, Math.floor(bare.length / 3));
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    if (candidate.length > MAX_LENGTH) continue;
    const apart = distance(bare, letters(candidate));
    // A word of two letters is a letter away from too many others.
    if (apart > allowed || (bare.length < 3 && apart > 0)) continue;
    if (!best || apart < best.distance) best = { candidate, distance: apart };
  }
  return best?.candidate;
}

/** The hint for a misspelt word: `did you mean "…"?` where a candidate is near, else what `otherwise` says. */
export function didYouMean(word: string, candidates: readonly string[], otherwise: string): string {
  const close = nearest(word, candidates);
  return close ? `did you mean ${quote(close)}?` : otherwise;
}

/** The same where the candidates themselves are the hint: `it has "a" and "b"`, and what `none` says where there are none. */
export function didYouMeanOneOf(word: string, candidates: readonly string[], none: string): string {
  return didYouMean(word, candidates, candidates.length ? `it has ${some(candidates.map((each) => quote(each)))}` : none);
}

function letters(word: string): string {
  return word.toLowerCase().replace(/[\s_.-]/g, '');
}
