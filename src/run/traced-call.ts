import { isObject, member } from '../model/json.ts';
import type { StepRecord } from '../model/run.ts';
import { NO_ANSWER, type TracedCall } from '../model/trace.ts';

const OUTCOMES: readonly StepRecord['outcome'][] = [
  'ok',
  'tool_error',
  'rpc_error',
  'schema_violation',
  'transport',
  'timeout',
  'policy_denied',
];
const MAX_STEPS = 100;
const MAX_TEXT = 500;

/** The call that a line of a trace tells of, its texts and steps cut to what is ever shown; null when it is none. */
export function readTracedCall(value: unknown): TracedCall | null {
  const text = (key: string) => textOf(member(value, key));
  const [name, tool, summary, code] = [text('name'), text('tool'), text('arguments'), text('code')];
  const [startMs, ms] = [timeOf(member(value, 'startMs')), timeOf(member(value, 'ms'))];
  const outcome = OUTCOMES.find((each) => each === member(value, 'outcome'));
  const steps = member(value, 'steps');
  if (name === null || tool === null || summary === null || code === null || startMs === null || ms === null || !outcome) return null;
  return {
    name,
    tool,
    taskId: text('taskId'),
    arguments: summary,
    startMs,
    ms,
    outcome,
    code,
    attempts: timeOf(member(value, 'attempts')),
    steps: Array.isArray(steps) ? steps.slice(0, MAX_STEPS).flatMap(stepOf) : [],
  };
}

/** A call as a run reports it. */
export function stepFrom(call: TracedCall, connection: number): StepRecord {
  const { outcome, code } = call;
  return {
    ...call,
    status: outcome === 'ok' ? 'passed' : 'failed',
    result: null,
    connection,
    ...(code === NO_ANSWER
      ? { message: 'no answer is in the trace: the adapter or mcp-adapter was ended meanwhile, or HTTP refused it' }
      : {}),
  };
}

/** True when the trace holds no message that answers the call: HTTP may have refused it, too. */
export function hasNoAnswer({ outcome, code }: TracedCall): boolean {
  return outcome === 'timeout' || outcome === 'transport' || (outcome === 'policy_denied' && code !== 'write_not_enabled');
}

function stepOf(value: unknown): TracedCall['steps'] {
  const [name, code, ms] = [textOf(member(value, 'name')), textOf(member(value, 'code')), timeOf(member(value, 'ms'))];
  return isObject(value) && name !== null && code !== null && ms !== null ? [{ name, ms, code }] : [];
}

function timeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  // A copy: a slice would keep the whole text in memory.
  return value.length > MAX_TEXT ? Buffer.from(value.slice(0, MAX_TEXT)).toString() : value;
}
