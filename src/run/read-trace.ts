import { emptyRun, type Run, type StepRecord, summarise, type TraceSummary } from '../model/run.ts';
import { isUnanswered, longestStep, type TracedCall } from '../model/trace.ts';
import { OpenCalls } from './open-calls.ts';
import { type ReadingOptions, traceLines } from './trace-lines.ts';
import { hasNoAnswer, stepFrom } from './traced-call.ts';

/** Calls that are kept of a trace, however many it holds. */
const MAX_CALLS = 500;

/** Which calls of a trace are wanted; null does not choose. */
export interface TraceFilter {
  task: string | null;
  tool: string | null;
}

export interface TraceOptions extends TraceFilter, ReadingOptions {
  /** Keep and show the slowest calls, slowest first, instead of the first ones. */
  slow: boolean;
}

/** The calls of one kind so far: how many, and those that are kept. */
interface Calls extends Pick<TraceSummary, 'calls' | 'matched' | 'unanswered' | 'slowest'> {
  passed: number;
  steps: StepRecord[];
}

/**
 * Reads a trace in constant memory: its calls are the steps of the run, at most 500. The counts of the run are those of all chosen calls. A
 * call is what a line says of it; one that was sent and never answered is added, because a run that is killed writes no such line.
 * @throws Fault (config) for a file that is missing, empty, no trace, or of a newer format; AbortError when `signal` is aborted
 */
export async function readTrace(file: string, options: TraceOptions): Promise<Run> {
  const startedAt = performance.now();
  const told = noCalls();
  const paired = noCalls();
  const open = new OpenCalls();
  const header = { command: '', adapter: '' };
  const counts = { connections: 0, noise: 0, damaged: 0, skipped: 0 };
  let isTold = false;
  const endConnection = () => {
    for (const call of open.end()) for (const calls of [told, paired]) add(calls, call, counts.connections, options);
  };
  for await (const lines of traceLines(file, options)) {
    for (const line of lines) {
      if (line.kind === 'header') {
        endConnection();
        if (counts.connections++ === 0) Object.assign(header, { command: line.command, adapter: line.adapter });
      } else if (line.kind === 'call') {
        isTold = true;
        open.seen(line.call.startMs + line.call.ms);
        if (hasNoAnswer(line.call)) open.drop(line.call.tool);
        add(told, line.call, counts.connections, options);
      } else if (line.kind === 'frame') {
        counts.skipped += line.skipped ? 1 : 0;
        const call = open.take(line.frame);
        if (call) for (const calls of isUnanswered(call) ? [told, paired] : [paired]) add(calls, call, counts.connections, options);
      } else if (line.kind === 'noise') {
        open.seen(line.ms);
        counts.noise++;
      } else if (line.kind !== 'other') counts[line.kind]++;
    }
  }
  endConnection();
  const { steps, passed, ...calls } = isTold ? told : paired;
  const run = emptyRun('trace');
  run.steps = kept(steps, options.slow);
  run.trace = {
    file: options.shown,
    ...header,
    ...counts,
    ...calls,
    order: options.slow ? 'slowest' : 'time',
    source: isTold ? 'calls' : 'frames',
  };
  run.summary = { ...summarise(run), passed, failed: calls.matched - passed };
  run.durationMs = Math.round(performance.now() - startedAt);
  return run;
}

function noCalls(): Calls {
  return { calls: 0, matched: 0, unanswered: 0, slowest: null, passed: 0, steps: [] };
}

function add(to: Calls, call: TracedCall, connection: number, { task, tool, slow }: TraceOptions): void {
  to.calls++;
  if ((task !== null && call.taskId !== task) || (tool !== null && call.tool !== tool)) return;
  to.matched++;
  if (call.outcome === 'ok') to.passed++;
  if (isUnanswered(call)) to.unanswered++;
  if (!to.slowest || call.ms > to.slowest.ms) {
    const step = longestStep(call);
    to.slowest = { name: call.name, ms: call.ms, step: step && { name: step.name, ms: step.ms } };
  }
  if (slow || to.steps.length < MAX_CALLS) to.steps.push(stepFrom(call, connection));
  // Now and then, not at every call.
  if (to.steps.length >= MAX_CALLS * 2) to.steps = kept(to.steps, slow);
}

function kept(steps: readonly StepRecord[], slow: boolean): StepRecord[] {
  if (slow) return steps.toSorted((a, b) => b.ms - a.ms).slice(0, MAX_CALLS);
  return steps.toSorted((a, b) => (a.connection ?? 0) - (b.connection ?? 0) || (a.startMs ?? 0) - (b.startMs ?? 0));
}
