import { shorten, some } from '../../model/text.ts';
import type { ValueVerdict } from '../verdicts.ts';
import type { BoundaryCase, BoundaryCases } from './boundary-case.ts';
import type { Candidate, Candidates } from './candidates.ts';
import { locate } from './layers.ts';

/**
 * The cases of one schema, as the validator sees them: of each name the first that is what it was meant to be.
 * @param verdicts first those of the probes, then those of the candidates, in order
 * @param reason what is known already of why there are not all
 */
export function settled({ probes, byName, lost, notes }: Candidates, verdicts: readonly ValueVerdict[], reason: string): BoundaryCases {
  const unjudged = verdicts.find((verdict) => verdict.unjudged !== null)?.unjudged;
  if (unjudged) return { cases: [], dropped: [], reason: `its input schema could not be judged (${shorten(unjudged, 100)})` };
  const [base] = verdicts;
  if (base && !isAllowed(base.violations, ''))
    return {
      cases: [],
      dropped: [],
      reason: `its input schema could not be met: its smallest arguments, as they look, do not fit (${whyNot(base)})`,
    };
  const dropped = lost.map((name) => ({ name, why: 'no value was found that fits beside the others' }));
  const cases: BoundaryCase[] = [];
  const texts = new Set<string>();
  let next = probes.length;
  for (const [name, candidates] of byName) {
    const own = verdicts.slice(next, next + candidates.length);
    next += candidates.length;
    const made = firstOf(candidates, own);
    if (!made) {
      if (!candidates.every((candidate, index) => isGuess(candidate, own[index]))) dropped.push({ name, why: whyNot(own[0]) });
    } else if (!texts.has(made.text)) {
      // The same arguments are called once, whatever they are about.
      texts.add(made.text);
      cases.push(made);
    }
  }
  return { cases, dropped, reason: [reason, ...notes].filter(Boolean).join('; ') };
}

function firstOf(candidates: readonly Candidate[], verdicts: readonly ValueVerdict[]): BoundaryCase | null {
  for (const [index, candidate] of candidates.entries()) {
    const made = caseOf(candidate, verdicts[index]);
    if (made) return made;
  }
  return null;
}

/** Null for what is not what it was meant to be. */
function caseOf({ name, spot, variant, arguments: args, text }: Candidate, verdict: ValueVerdict | undefined): BoundaryCase | null {
  const violations = verdict?.violations ?? [];
  const { place } = spot;
  if (variant.kind !== 'invalid') {
    if (!isAllowed(violations, place)) return null;
    const kind = violations.length ? 'either' : variant.kind;
    return { name, kind, at: locate(spot.layers, variant.on), keyword: null, place, about: variant.about, arguments: args, text };
  }
  const { breaks = [variant.on] } = variant;
  const keyword = breaks.find((each) => violations.some((violation) => violation.at === place && violation.keyword === each));
  if (keyword === undefined) return null;
  return { name, kind: 'invalid', at: locate(spot.layers, keyword), keyword, place, about: variant.about, arguments: args, text };
}

/**
 * True for what breaks nothing but a format, which says no more than what a text is (2020-12). Where that is why a branch does not fit, the
 * branch and what the others ask for are told too.
 */
export function isAllowed(violations: ValueVerdict['violations'], place: string): boolean {
  const isOwn = violations.some(({ at, keyword }) => at === place && keyword === 'format');
  const isBranch = violations.some(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  return (isOwn && isBranch) || violations.every(({ keyword }) => keyword === 'format');
}

/** What another branch allows is nothing that could have been made. */
function isGuess({ spot, variant }: Candidate, verdict: ValueVerdict | undefined): boolean {
  return variant.isGuess === true || (spot.isInBranch && variant.kind === 'invalid' && verdict?.violations.length === 0);
}

function whyNot(verdict: ValueVerdict | undefined): string {
  const broken = [...new Set(verdict?.violations.map(({ keyword, at }) => `${keyword}${at ? ` at ${shorten(at, 60)}` : ''}`))];
  return broken.length ? `it breaks ${some(broken, 3)}` : 'it fits';
}
