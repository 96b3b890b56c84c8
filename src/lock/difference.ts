import type { Severity } from '../model/finding.ts';
import type { JsonObject } from '../model/json.ts';
import type { DiffRule } from './diff-rules.ts';

/** What an adapter declares, from a lock, a saved list, or as it runs. */
export interface Declared {
  /** The revision of the list; null where none is known. */
  protocol: string | null;
  /** The revisions that the adapter says it speaks; empty where it was not asked. */
  supported: readonly string[];
  /** Null where none is known (a saved list); so are its instructions where they are absent (an older lock), and null where it has none. */
  server: { name: string; version: string; instructions?: string | null } | null;
  /** Declarations by name; of `_meta` only the published risk is left, null for none, and no `_meta` where that is not known. */
  tools: ReadonlyMap<string, JsonObject>;
}

/** One difference between two declarations. */
export interface Difference {
  rule: DiffRule;
  /** Where it is not the rule's own. */
  severity?: Severity;
  /** Null for the whole adapter. */
  tool: string | null;
  /** JSON pointer into the tool's declaration, after the change where the place is still there. */
  at: string | null;
  /** Without the name of the tool. */
  message: string;
  /** Instead of the rule's. */
  fix?: string;
  before: unknown;
  after: unknown;
}
