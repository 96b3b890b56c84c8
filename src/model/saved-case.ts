import type { Expectation } from './expectation.ts';
import type { Era, Transport } from './protocol.ts';
import type { StepRecord } from './run.ts';
import type { Risk } from './tool.ts';

export const CASE_FORMAT = 'mcp-adapter/case@1';

/** One call that failed (or was kept as it was), with everything that is needed to make it again. One file each. */
export interface SavedCase {
  format: typeof CASE_FORMAT;
  /** `<tool>--<slug>--<fp8>`; `.min` at the end of a minimised one. */
  id: string;
  /** `regression`: it is expected to pass from now on. */
  state: 'open' | 'regression';
  /** RFC 3339. */
  created: string;
  /** How often the same failure was recorded. */
  seen: number;
  note: string;
  /** The id of the case that this one came from by replay or minimising. */
  parent: string | null;
  target: CaseTarget;
  env: { node: string; os: string; tool: string; git: string | null };
  /** A folder of static pages that the calls need, relative to the folder that holds `cases/`; `{{site}}` in bindings. */
  site: string | null;
  /** What a person had granted to the tools below. */
  grants: { tools: string[]; origins: string[] }[];
  /** The call is the last; the others are what it needs. */
  steps: CaseStep[];
  expect: Expectation;
  actual: CaseOutcome;
  compare: { ignore: string[] };
  gen: {
    source: 'call' | 'check' | 'smoke' | 'replay' | 'minimise' | 'boundary' | 'fast-check';
    /** Of a smoke suite: its name and that of the step. */
    suite?: string;
    step?: string;
    /** Of `contract`: what its random layer makes the same arguments from. */
    seed?: number;
    path?: string;
  };
}

export interface CaseTarget {
  transport: Transport;
  /** The name of a configured target; never a command. */
  launch: string | null;
  /** Who called, by a name in `identities` of the config; absent for the target as it is. */
  identity?: string;
  /** Of the tool as it was declared; only with an identity, from whom it may be hidden by now. */
  risk?: Risk;
  era: Era;
  protocol: string;
  server: { name: string; version: string } | null;
  /** sha256 of the canonical JSON of the declaration; null when the tool was not declared. */
  tool_fingerprint: string | null;
  /** The declared input schema, for the difference to a later one; null above 32 KiB. */
  input_schema: unknown;
}

export interface CaseStep {
  /** `s1`, `s2`… */
  id: string;
  role: 'setup' | 'target';
  /** For people: the name of a smoke step, else the tool. */
  name: string;
  tool: string;
  /** For reading. Secrets stand in it as `{{env:NAME}}`. */
  arguments: unknown;
  /** The exact text, when `JSON.stringify(arguments)` would not give it back. */
  wire: string | null;
  /** Of the exact text, secrets standing in it as `{{env:NAME}}`, before anything is bound. */
  wire_sha256: string;
  expect: Expectation;
  /** Values that later steps take from this one's result: name → JSON pointer into the envelope, else into the raw result. */
  capture: Record<string, string>;
  bind: CaseBinding[];
  secrets: SecretReference[];
}

/** A place in the arguments whose value is made anew at replay. */
export interface CaseBinding {
  /** JSON pointer into the arguments. */
  at: string;
  /** `s1.env_id` or `site` for the whole value; with other text around it in braces: `{{site}}/orders.html`. */
  from: string;
}

/** A secret that stands in the arguments as `{{env:NAME}}`. */
export interface SecretReference {
  at: string;
  /** `env:NAME` */
  ref: string;
  /** HMAC-SHA256 of the value with the key of this repository, in hex, `hmac-sha256:` in front. */
  mac: string;
  /** UTF-16 length of the value. */
  len: number;
}

/** What became of the call when it was recorded; secrets masked. */
export interface CaseOutcome {
  class: StepRecord['outcome'];
  code: string;
  jsonrpc_code: number | null;
  retryable: boolean | null;
  elapsed_ms: number;
  message: string;
  /** The expectations that it did not meet, in order; empty for a call that was kept as it was. */
  failed: string[];
  /** `sha256:` and 64 hex digits. */
  fingerprint: string;
  /** The result or the error; cut above 64 KiB to a text that says so. */
  result: unknown;
  stderr_tail: string[];
}
