import type { RuleSettings } from '../../checks/judge.ts';
import type { Expectation } from '../../model/expectation.ts';
import type { Severity } from '../../model/finding.ts';
import type { JsonObject } from '../../model/json.ts';
import type { SavedCase } from '../../model/saved-case.ts';
import type { Target } from '../../model/target.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import type { Keeping, RunOptions } from '../options.ts';
import type { Played } from '../play.ts';
import type { Written } from '../write-case.ts';
import type { ContractVerdict } from './contract-rules.ts';
import type { SuiteWay } from './suite-bases.ts';

export interface ContractOptions extends RunOptions {
  /** Tools that the user named; empty for all. */
  tools: readonly string[];
  /** Calls of the random layer for each tool. */
  runs: number;
  seed: number;
  allowWrites: boolean;
  settings: RuleSettings;
  failOn: Severity | 'never';
  /** How tools are called so that it goes well, by name: as the suites of the config do it where they expect success. */
  bases: ReadonlyMap<string, SuiteWay>;
  identities: readonly Identity[];
  keeping: Keeping;
}

/** Somebody who may use some of the tools, as the config says. */
export interface Identity {
  name: string;
  /** The same adapter, reached as this one: with another token, other headers, another environment. */
  target: Target;
  /** The tools that it may use. */
  allow: readonly string[];
}

/** One call that is to be made, and what it is about. */
export interface Trial {
  /** Within its tool: `timeout/max+1`, `random/17`. */
  name: string;
  tool: ToolDeclaration;
  /** What the schema says of the arguments. */
  kind: 'valid' | 'invalid' | 'either';
  /** JSON pointer into the tool, to what it is about; null for the whole of it. */
  at: string | null;
  /** JSON pointer into the arguments, to the value that it is about; absent for the arguments as a whole. */
  place?: string;
  /** The keyword that the arguments break; null for what the schema allows. */
  keyword: string | null;
  /** In words: `timeout is 121, above the maximum of 120`. */
  about: string;
  arguments: JsonObject;
  /** The exact JSON text of the arguments. */
  text: string;
  gen: SavedCase['gen'];
}

/** A trial that did not come to what was expected. */
export interface Failure {
  verdict: ContractVerdict;
  trial: Trial;
  /** The calls that show it, in order; the last is the one that failed, with the expectation that it did not meet. */
  played: readonly Played[];
  /** What was seen, as it follows a colon: `the answer shows a Python stack trace`. */
  what: string;
  /** Set by who has minimised and kept it already. */
  saved?: Written | null;
  /** True when it is about the whole adapter; the tool of the trial is then only an example. */
  whole?: boolean;
}

/** The adapter under test, with what was found so far. One connection; after the adapter has ended, a fresh one. */
export interface Tester {
  readonly options: ContractOptions;
  /** Makes one call and judges it by an expectation. Null when the run is over: the deadline, Ctrl-C, or the adapter starts no more. */
  play(trial: Trial, expect: Expectation): Promise<Played | null>;
  /** Makes one call, judges it by its kind, and makes it once more alone before it calls it a failure. */
  attempt(trial: Trial): Promise<Failure | null>;
  /** Notes a failure: it is minimised, kept and told at the end. */
  found(failure: Failure): void;
}
