import type { StepRecord } from './run.ts';

export const TRACE_FORMAT = 'mcp-adapter/trace@1';

/** A line of a trace that tells of one whole call. */
export interface TracedCall {
  /** The step of a suite, else the tool. */
  name: string;
  tool: string;
  taskId: string | null;
  /** Every argument as name, kind and size, never its value: `order_id: string(6), max_items: number`. */
  arguments: string;
  /** Milliseconds since the connection began, when the call was sent. */
  startMs: number;
  ms: number;
  outcome: StepRecord['outcome'];
  code: string;
  attempts: number | null;
  /** The steps that a kit adapter reports; for any other adapter the call itself is the step. */
  steps: { name: string; ms: number; code: string }[];
}
