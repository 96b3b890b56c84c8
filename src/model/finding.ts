import type { SourcePlace } from './tool.ts';

export type Severity = 'error' | 'warning' | 'info';

/** Severities by weight, the heaviest first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** True when `severity` weighs at least as much as `floor`. */
export function atLeast(severity: Severity, floor: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(floor);
}

/** Sorts findings by weight, the heaviest first. */
export function bySeverity(a: Pick<Finding, 'severity'>, b: Pick<Finding, 'severity'>): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

/** Something the adapter does that keeps an agent, or some host, from using it. */
export interface Finding {
  /** `folder/name`, stable. */
  rule: string;
  severity: Severity;
  /** The tool it is about; null for the whole adapter. */
  tool: string | null;
  /** A JSON pointer into the tool, `stdout:LINE`, `http`, or null. */
  at: string | null;
  /** What was seen and what it breaks, without what varies between two runs. */
  message: string;
  /** What to write instead. */
  fix: string;
  /** The place in the specification, when there is one. */
  clause: string | null;
  /** The profiles under which this is an error, joined by a comma; null when it is the specification's. */
  profile: string | null;
  /** How many places this line stands for. */
  count: number;
  source: SourcePlace | null;
  /** What varies between two runs of the same adapter: times, process ids, ports, quoted output. */
  evidence: string | null;
  /** The cases in which it was kept, the first being the plainest; only for `contract`. */
  saved?: { file: string; replay: string }[];
}

/** A change of a declaration, as `diff` reports it. */
export interface Change extends Finding {
  /** 12 hex digits, the same for the same change in two runs: what `accept` names. */
  fingerprint: string;
  /** What stood there, and what stands there now; null for nothing. */
  before: unknown;
  after: unknown;
  /** Set when a person has agreed to it: it is told, and fails nothing. */
  accepted: { reason: string; until: string } | null;
}
