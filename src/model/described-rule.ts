import type { Severity } from './finding.ts';

/** What the catalogue says of a rule whose findings come from comparing or calling, not from a predicate on one declaration. */
export interface DescribedRule {
  /** `folder/name`. */
  id: string;
  severity: Severity;
  /** The place in the specification that demands it, where there is one. */
  clause?: string;
  /** One sentence: what breaks, and for whom. */
  why: string;
  /** One sentence: what to write instead. */
  fix: string;
  /** What a finding of it says, as an example. */
  says: string;
}
