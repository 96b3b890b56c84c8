import type { ServerEvent } from '@modelcontextprotocol/server';
import type { Connected } from './protocol-server.ts';
import type { CallerOf } from './request-context.ts';

/** What the transports need of an adapter. */
export interface Served {
  name: string;
  version: string;
  /**
   * An SDK server for one connection, or over HTTP without a session for one request. Requests of one connection may come from several callers.
   */
  connect(callerOf: CallerOf): Connected;
  /** Every scope that anything of the adapter needs, sorted. */
  scopes: readonly string[];
  /** The scopes that one JSON-RPC request needs: those of the tool, resource or prompt that it names. */
  scopesOf(request: unknown): readonly string[];
  /** A line for the operator, where an adapter has a place of its own for them. */
  log?(line: string): void;
  /** True once `stop` was called. */
  readonly stopping: boolean;
  /** Takes no new calls; those in flight may finish within `graceMs`, then they are cancelled. Resolves when all have ended and the audit log is closed. */
  stop(graceMs: number): Promise<void>;
  /** Told of changed lists and resources, for clients that subscribed; the function returned ends it. */
  subscribe(listener: (event: ServerEvent) => void): () => void;
}
