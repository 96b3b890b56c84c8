import type { AuditSink } from './audit/record.ts';
import type { ResultEnvelope } from './envelope.ts';
import type { GrantStore } from './stores/grant-store.ts';
import type { TaskStore } from './stores/task-store.ts';

/** Bounds of one adapter. */
export interface Limits {
  /** Calls at once; more are told `busy`. */
  inFlight: number;
  /** Bytes of a result's JSON; more is an error, because results must be small (files, counts, `truncated`). */
  resultBytes: number;
  /** Bytes of the content blocks beside it, such as images. */
  contentBytes: number;
}

export const LIMITS: Limits = { inFlight: 2_000, resultBytes: 256 * 1024, contentBytes: 4 * 1024 * 1024 };

/** What every call of an adapter shares. */
export interface Services {
  audit: AuditSink;
  /** Keys the hashes of argument values in the audit log. */
  auditKey: string;
  tasks: TaskStore;
  grants: GrantStore;
  limits: Limits;
  /** Executions under way in this process, by idempotency key. */
  running: Map<string, Running>;
  /** A line for the operator, on stderr. */
  log(line: string): void;
}

export interface Running {
  argumentsHash: string;
  answer: Promise<Answer>;
}

/** What a call is answered with. */
export interface Answer {
  envelope: ResultEnvelope;
  /** Content blocks beside the envelope. */
  content: readonly unknown[];
  /** The envelope as JSON, where it was made already. */
  text?: string | undefined;
}
