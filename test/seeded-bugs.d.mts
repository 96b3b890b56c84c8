import type { Verdict } from '../src/model/run.ts';

export type FlakyKind = 'flaky10' | 'flaky30' | 'flaky50' | 'flaky70';

/** How often the flaky ones fail afterwards, by the kind of bug. */
export const RATES: Record<FlakyKind, number>;

export interface SeededBugs {
  /** What SCRIPT of fixtures/adapters/scripted.mjs holds before and after. */
  before: Record<string, object>;
  after: Record<string, object>;
  /** A smoke suite with a step that fails for each. */
  suite: object;
  /** What is to be said of those that are not flaky, by tool. */
  expected: Map<string, { verdict: Verdict; staleSchema: boolean; rebound: string[] }>;
  /** The tools of the flaky ones, by kind. */
  flaky: Map<FlakyKind, string[]>;
}

/** 200 bugs, one a tool. */
export function seededBugs(): SeededBugs;
