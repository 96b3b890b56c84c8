import type { StepRecord } from './run.ts';

/** What one call came to, as cases and suites judge it. */
export interface Observation {
  outcome: StepRecord['outcome'];
  /** The envelope's code, else what the protocol or the text says. */
  code: string;
  jsonrpcCode: number | null;
  retryable: boolean | null;
  /** How often the adapter tried, as its envelope says. */
  attempts: number | null;
  ms: number;
  /** The raw CallToolResult; null when none came. */
  result: unknown;
  /** What a person would read of it: the envelope's message, the error's, else the first text; empty when there is none. */
  message: string;
  /** Where the structured content does not fit the declared output schema: `/orders/0/status enum`; null when it fits or was not looked at. */
  schemaProblem: string | null;
  /** True when the call was refused because of its arguments. */
  refusesArguments: boolean;
  /** What of an exception the answer shows: `a Python stack trace`; null for none. */
  rawException: string | null;
  /** UTF-8 bytes of what a model reads of the result. */
  bytes: number;
}
