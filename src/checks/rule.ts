import type { CallRecord, Evidence } from '../model/evidence.ts';
import type { Severity } from '../model/finding.ts';
import type { Transport } from '../model/protocol.ts';
import type { Secret } from '../model/target.ts';
import type { Risk, ToolDeclaration } from '../model/tool.ts';
import type { SchemaVerdicts } from '../schema/verdicts.ts';
import type { ProfileId } from './limits/profiles.ts';

/** One place where a rule fires. What is not known may be left out, null or undefined. */
export interface Hit {
  /** JSON pointer into the tool, `stdout:LINE`, or `http`. */
  at?: string | null | undefined;
  /** What it is about, quoted where it is a name. Hits of one rule that differ only in it become one line. */
  subject?: string;
  /** What was seen and what it breaks; `subject: message` makes the sentence. Nothing that varies between two runs. */
  message: string;
  /** The tool, when a session rule found something about one. */
  tool?: string | null | undefined;
  /** Instead of the rule's severity. */
  severity?: Severity;
  /** Instead of the rule's severity under `--strict`. */
  strict?: Severity;
  /** The profiles that refuse this: an error when one of them is chosen. */
  refusedBy?: readonly ProfileId[];
  /** Instead of the rule's fix. */
  fix?: string | undefined;
  /** What varies between two runs: times, process ids, quoted output. */
  evidence?: string | undefined;
  /** Instead of the rule's `cause`, for a rule that explains a failed start only at times. */
  cause?: boolean;
  /** How many places this hit stands for already. */
  count?: number;
}

/** What a rule may look at beside its subject. */
export interface Context {
  evidence: Evidence;
  strict: boolean;
  profiles: ReadonlySet<ProfileId>;
  /** Values that were passed to the adapter and must not come back. */
  secrets: readonly Secret[];
  /** The adapter's name in a config, which some hosts put before each tool name. */
  serverName: string | null;
  /** Risks that the config gives to tools which declare none. */
  risks: Readonly<Record<string, Risk>>;
  schemas: SchemaVerdicts;
}

interface RuleCommon {
  /** `folder/name`: the folder and file that hold it. */
  id: string;
  severity: Severity;
  /** The severity under `--strict`. */
  strict?: Severity;
  /** First and last revision that the rule belongs to. */
  since?: string;
  until?: string;
  /** Transports it can be seen on; absent means all. */
  transports?: readonly Transport[];
  /** It explains why no conversation came about: its finding becomes the error of the run. */
  cause?: true;
  /** The place in the specification that demands it. Absent for advice of ours and for limits of hosts. */
  clause?: string;
  /** One sentence: what breaks, and for whom. */
  why: string;
  /** One sentence: what to write instead. */
  fix: string;
  /** Rules whose finding on the same tool (or on the adapter) makes this one's a mere consequence. */
  yieldsTo?: readonly string[];
}

/** Judges one tool's declaration. Examples are declarations; what they leave out is filled in harmlessly. */
export interface ToolRule extends RuleCommon {
  on: 'tool';
  examples: { good: readonly unknown[]; bad: readonly unknown[] };
  check(tool: ToolDeclaration, context: Context): Iterable<Hit>;
}

/** Judges the conversation as a whole, lists included. Examples say what differs from a faultless one. */
export interface SessionRule extends RuleCommon {
  on: 'session';
  examples: { good: readonly Partial<Evidence>[]; bad: readonly Partial<Evidence>[] };
  check(evidence: Evidence, context: Context): Iterable<Hit>;
}

/** Judges one call and its result. Examples are calls; what they leave out is filled in harmlessly. */
export interface CallRule extends RuleCommon {
  on: 'call';
  examples: { good: readonly CallExample[]; bad: readonly CallExample[] };
  check(call: CallRecord, context: Context): Iterable<Hit>;
}

/** A call as an example gives it. */
export interface CallExample {
  /** The tool's declaration. */
  tool?: Record<string, unknown>;
  arguments?: Record<string, unknown>;
  /** The answer: a result, an error, or (both absent) a plain success. */
  result?: unknown;
  error?: unknown;
  /** Anything of the exchange that matters. */
  exchange?: Partial<CallRecord['exchange']>;
  probe?: CallRecord['probe'];
  /** Anything of the evidence or context around it. */
  evidence?: Partial<Evidence>;
  secrets?: readonly Secret[];
}

export type Rule = ToolRule | SessionRule | CallRule;

/** True when the rule belongs to the revision. */
export function belongsTo(rule: Rule, revision: string): boolean {
  return (!rule.since || revision >= rule.since) && (!rule.until || revision <= rule.until);
}
