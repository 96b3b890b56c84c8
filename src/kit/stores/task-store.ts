import type { JsonObject } from '../../model/json.ts';

/** What a finished call left behind, to be answered again. */
export interface StoredOutcome {
  envelope: JsonObject;
  /** Content blocks beside the envelope. */
  content: readonly unknown[];
}

/** What is wanted of a key. */
export interface TaskWish {
  /** Whose key it is, what it is for: kept for people who read the file. */
  principal: string;
  tool: string;
  task: string | null;
  /** A hash of all arguments: the same key with others is a conflict. */
  argumentsHash: string;
  /**
   * How long the execution may take at most, in milliseconds. A reservation older than that is no longer in flight: lost where nothing can be
   * known of its owner, in doubt while its owner still lives.
   */
  limitMs: number;
  /** True where a reservation left by a dead process may be executed again; false for writes, where nobody knows what happened. */
  repeatable: boolean;
  /** Whether an outcome still counts; one that does not is taken over, like a reservation that a dead process left. Always, unless said. */
  holds?(outcome: StoredOutcome): boolean;
}

/** What became of the wish. */
export type Claim =
  /** The key is ours: execute, then tell. `null` gives the key back, so that it may be executed again (a failure that may be retried). */
  | { kind: 'won'; finish(outcome: StoredOutcome | null): Promise<void> }
  | { kind: 'finished'; argumentsHash: string; outcome: StoredOutcome }
  /** A living process is at it. */
  | { kind: 'in_flight'; argumentsHash: string }
  /** A process ended in the middle of it, or the file cannot be read: nobody knows whether it took effect. */
  | { kind: 'in_doubt'; argumentsHash: string | null };

/** Where idempotency keys live. Files by default; several replicas can share a database behind this. */
export interface TaskStore {
  /**
   * Reserves a key, atomically among all processes that share the store.
   * @param key a hash of principal, tool and the tool's key arguments (hex)
   * @throws when the store cannot be written (`EROFS`, `ENOSPC`, `EACCES`, …)
   */
  claim(key: string, wish: TaskWish): Promise<Claim>;
  /** Forgets finished keys older than the store's time to live. */
  sweep(): Promise<void>;
}
