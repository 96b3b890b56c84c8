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

/** What stands as the code of a call whose answer is not in the trace: the adapter or the toolkit was ended meanwhile. */
export const NO_ANSWER = 'no_answer';

/** True when nothing came back within the time, or ever. */
export function isUnanswered({ outcome, code }: Pick<TracedCall, 'outcome' | 'code'>): boolean {
  return outcome === 'timeout' || code === NO_ANSWER;
}

/** The step that took longest, if it is not the call itself; null when there is none. */
export function longestStep<Step extends { name: string; ms: number }>({
  tool,
  steps,
}: {
  tool: string;
  steps: readonly Step[];
}): Step | null {
  const inner = steps.length === 1 && steps[0]?.name === tool ? [] : steps;
  return inner.reduce<Step | null>((longest, step) => (longest && longest.ms >= step.ms ? longest : step), null);
}
