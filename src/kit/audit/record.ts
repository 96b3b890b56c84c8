import type { Risk } from '../../model/tool.ts';
import type { StepRecord } from '../steps.ts';

/** One thing that happened, before the log gives it its place in the chain. */
export interface AuditEvent {
  /**
   * `start` and `stop` of an adapter, `intent` before a write runs, `outcome` after any call, `read` of a resource, `grant` and `revoke` by a
   * person, `recovered` after a torn record was cut off, `lost` for records of reads that could not be written.
   */
  kind: 'start' | 'stop' | 'intent' | 'outcome' | 'read' | 'grant' | 'revoke' | 'recovered' | 'lost';
  /** Binds the intent of a call to its outcome. */
  call?: string;
  principal?: string;
  agent?: string;
  purpose?: string;
  account?: string;
  env?: string;
  task?: string;
  tool?: string;
  risk?: Risk;
  /** The grant that allowed it. */
  grant?: string;
  code?: string;
  attempts?: number;
  ms?: number;
  /** True when the answer came from memory. */
  replayed?: boolean;
  /** W3C trace id of the caller. */
  trace?: string;
  /** A summary of the arguments: never their values, but of fields marked loggable. */
  parameters?: Record<string, ParameterSummary>;
  steps?: readonly StepRecord[];
  /** What else is worth knowing: the adapter's name and tools at `start`, bytes cut off at `recovered`. */
  detail?: Record<string, unknown>;
}

/** What is said of one argument: its type, its length (characters, items or members), a short keyed hash to recognise it by. */
export interface ParameterSummary {
  type: string;
  length?: number;
  hash: string;
  /** Only of a field that the tool marks loggable. */
  value?: unknown;
}

/** A line of the log: the event with its time, its place in the chain, and the hash over its canonical JSON (RFC 8785) without `hash`. */
export interface AuditRecord extends AuditEvent {
  /** Position in the chain, from 0. */
  seq: number;
  /** RFC 3339 UTC with milliseconds. */
  at: string;
  /** `hash` of the record before; 64 zeros at the beginning of a chain. */
  prev: string;
  hash: string;
}

/** Where a kit adapter writes what happened. */
export interface AuditSink {
  /**
   * Resolves when the event is on disk (written and synced, many at a time).
   * @throws Error when it could not be written whole; then it is not in the log
   */
  sync(event: AuditEvent): Promise<void>;
  /** Adds the event without making anybody wait; what is lost is counted and told by a `lost` record as soon as there is room. */
  note(event: AuditEvent): void;
  /**
   * Writes what is pending and closes; later notes are dropped, and `sync` rejects.
   * @throws Error with the number of notes that are lost for good, when they could not even be told of
   */
  close(): Promise<void>;
}
