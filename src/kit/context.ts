import type { Caller } from './caller.ts';
import type { Steps } from './steps.ts';
import type { TraceContext } from './trace.ts';

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** What a tool, resource or prompt knows of the request beside its arguments. */
export interface RequestContext {
  caller: Caller;
  /** Aborted when the client cancels, the time is up, or the adapter stops. */
  signal: AbortSignal;
  /** W3C trace context to pass on to systems behind; null when the caller sent none. */
  trace: TraceContext | null;
}

/** What a tool knows of its call beside its arguments. */
export interface ToolContext extends RequestContext {
  /** The task the call belongs to; null for a tool that takes no `task_id`. */
  task: string | null;
  /** The step of the task that the call names; null for a tool that takes no `step_id`. */
  step: string | null;
  steps: Steps;
  /** Adds facts to the `detail` of the call's audit record: at most 20 short ones, and never a secret. */
  audit(facts: Readonly<Record<string, string | number | boolean>>): void;
  /** Tells the client how far it is, when the client asked to be told. `done` must rise. */
  progress(done: number, total?: number, message?: string): void;
  /** Sends a log line to the client, when the client wants lines of that level. Logs for the operator go to stderr. */
  log(level: LogLevel, message: string): void;
}
