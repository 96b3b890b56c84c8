/** What a call must answer, in a smoke step and in a saved case (contracts §5). What is left out is not looked at. */
export interface Expectation {
  ok?: boolean;
  code?: string;
  retryable?: boolean;
  /** Milliseconds. */
  max_ms?: number;
  /** The result fits the `outputSchema` that the tool declares. */
  output_schema?: boolean;
  /** True: some answer came, good or bad; no time-out, and the adapter is still there. */
  answered?: boolean;
  /** True: the call was not refused for its arguments; it may have failed for another reason. */
  accepts_arguments?: boolean;
  /** True: it was refused because of who called it. False: it was let through, whatever became of it. */
  denied?: boolean;
  /** False: what the answer says of a failure holds no stack trace, no class of an exception, no words of a driver. */
  raw_exception?: boolean;
  /** UTF-8 bytes of what the model reads of the result: its texts, else its structured content. */
  max_bytes?: number;
  /** Something that the texts of the result hold, or a regular expression that they match. */
  text?: string | { regex: string };
  /** Matchers by JSON pointer (RFC 6901) into the envelope: `structuredContent`, else the JSON of the first text block. */
  json?: Record<string, Matcher>;
}

/** A JSON value, compared as JSON; or one of the forms of `PatternMatcher`. */
export type Matcher = PatternMatcher | JsonValue;

export type PatternMatcher =
  /** `integer` is a whole number. */
  | { type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null' }
  | { regex: string }
  | { min?: number; max?: number }
  /** Anything, but there. */
  | { any: true };

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** One way in which a call did not meet what was expected of it. */
export interface Mismatch {
  /** The member of the expectation: `ok`, `code`, `max_ms`, `json/status`… A failure is recognised by it. */
  check: string;
  /** `code is "env_unavailable", expected "ok"` */
  message: string;
}
