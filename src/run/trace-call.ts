import { isObject, type JsonObject, kindOf } from '../model/json.ts';
import { shorten } from '../model/text.ts';
import type { TracedCall } from '../model/trace.ts';
import type { FrameLog } from '../wire/frame-log.ts';

const MAX_STEPS = 100;
const MAX_TEXT = 200;
const MAX_NAMES = 20;
const MAX_NAME = 60;
const MAX_SUMMARY = 400;

/** Writes one line that tells of a whole call. Names that an adapter chose are cut to 200 characters, and the steps to 100. */
export function traceCall(frames: FrameLog, call: TracedCall): void {
  const { name, tool, taskId, code, steps } = call;
  const bounded: TracedCall = {
    ...call,
    name: cut(name),
    tool: cut(tool),
    taskId: taskId === null ? null : cut(taskId),
    code: cut(code),
    steps: steps.slice(0, MAX_STEPS).map((step) => ({ ...step, name: cut(step.name), code: cut(step.code) })),
  };
  frames.note({ call: bounded });
}

/**
 * What a trace says of the arguments of a call: names, kinds and sizes (strings in characters, lists in items, objects in members), never a
 * value: `order_id: string(6), max_items: number`. At most 20 names and 400 characters.
 */
export function argumentSummary(given: JsonObject): string {
  const names = Object.keys(given);
  const parts = names.slice(0, MAX_NAMES).map((name) => `${shorten(name, MAX_NAME)}: ${kindOf(given[name])}${sizeOf(given[name])}`);
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : '';
  const room = MAX_SUMMARY - more.length;
  const text = parts.join(', ');
  return (text.length > room ? `${text.slice(0, room - 1)}…` : text) + more;
}

function sizeOf(value: unknown): string {
  if (typeof value === 'string' || Array.isArray(value)) return `(${value.length})`;
  return isObject(value) ? `(${Object.keys(value).length})` : '';
}

function cut(text: string): string {
  return text.slice(0, MAX_TEXT);
}
