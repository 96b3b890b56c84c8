import type { CallRecord } from '../model/evidence.ts';

/** One way in which a schema is no valid schema, or a value does not fit its schema. */
export interface SchemaProblem {
  /** JSON pointer into the schema, or into the value. */
  at: string;
  /** The keyword that was violated (`type`, `required`, …). */
  keyword: string;
  /** The validator's words. */
  message: string;
  /** What stood there. */
  value: unknown;
}

/** What the validator made of one schema or value. */
export interface SchemaVerdict {
  problems: SchemaProblem[];
  /** The dialect it was judged by; null when it is one we do not know. */
  dialect: string | null;
  /** Set when it could not be judged: it took too long, or the validator gave up. */
  unjudged: string | null;
}

/** What the validator made of one of many values. */
export interface ValueVerdict {
  /** Every keyword that it breaks, with the JSON pointer into the value; empty when it fits. What `anyOf` and `$ref` report of their insides is among them. */
  violations: { at: string; keyword: string }[];
  /** Set when it could not be judged. */
  unjudged: string | null;
}

/** True for a value that its schema allows; false where that could not be judged. */
export function fits(verdict: ValueVerdict | undefined): boolean {
  return verdict !== undefined && !verdict.unjudged && !verdict.violations.length;
}

/** Verdicts gathered before the rules run, because validating happens in a worker. */
export interface SchemaVerdicts {
  /** By tool index. */
  inputSchema: ReadonlyMap<number, SchemaVerdict>;
  outputSchema: ReadonlyMap<number, SchemaVerdict>;
  /** `structuredContent` against `outputSchema`. */
  structured: ReadonlyMap<CallRecord, SchemaVerdict>;
  /** The arguments sent against `inputSchema`. */
  arguments: ReadonlyMap<CallRecord, SchemaVerdict>;
}

/** What a verdict has against a schema or value; null when it could not be judged. */
export function problemsIn(verdict: SchemaVerdict | undefined): readonly SchemaProblem[] | null {
  return verdict?.dialect && !verdict.unjudged ? verdict.problems : null;
}
