import type { Exchange } from '../model/exchange.ts';
import type { Frame } from '../model/frame.ts';
import type { JsonObject } from '../model/json.ts';
import type { Phase } from '../model/protocol.ts';
import type { FrameLog } from './frame-log.ts';

/** One message to send, and what to wait for. */
export interface Outgoing {
  /** What the exchange is called in reports: the JSON-RPC method, or `(invalid JSON)`. */
  method: string;
  /** The message; null to send `text` as it is. */
  message: JsonObject | null;
  /** The exact text to send instead of `JSON.stringify(message)`. */
  text?: string;
  /** A request waits for its response; a notification waits only as long as it takes to see that nothing comes. */
  expects: 'response' | 'nothing';
  /** Milliseconds; for a request, progress notifications restart it. */
  timeoutMs: number;
  /** Milliseconds that nothing extends. */
  totalMs?: number;
  phase: Phase;
  tool: string | null;
  /** HTTP only: header → value, on top of the usual ones; null leaves a usual one out. */
  headers?: Record<string, string | null>;
  /** Called for each notification that belongs to this exchange. */
  onNotification?: (message: JsonObject) => void;
  /** Aborting it ends the wait; the exchange is then `silent`. */
  signal?: AbortSignal;
}

/** What to answer to a request of the adapter's own; null sends nothing. */
export type ServerRequestHandler = (request: JsonObject) => JsonObject | null;

/**
 * One connection to an adapter. `exchange` never rejects for anything the adapter does: what went wrong is in the Exchange.
 */
export interface Channel {
  readonly kind: 'stdio' | 'http';
  readonly frames: FrameLog;
  /** Requests and notifications of the adapter's own, and answers to nothing. */
  readonly unsolicited: readonly Frame[];
  exchange(out: Outgoing): Promise<Exchange>;
  /** Sets who answers the adapter's own requests (sampling, roots, elicitation, ping). */
  onServerRequest(handler: ServerRequestHandler): void;
  /** Ends the connection; never rejects. */
  close(): Promise<void>;
}
