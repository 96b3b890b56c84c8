import { follow } from './follow-pointer.ts';
import { bytesOf, isObject, type JsonObject, member } from './json.ts';

/** The stable shape in which an adapter answers (contracts §4). */
export interface Envelope {
  ok: boolean;
  /** Stable snake_case; `ok` on success. */
  code: string;
  retryable: boolean | null;
  attempts: number | null;
  taskId: string | null;
  elapsedMs: number | null;
  message: string | null;
  /** The whole object, the members above included. */
  payload: JsonObject;
}

/** The envelope of a tool result, from `structuredContent` or else the JSON of the first text block; null when there is none. */
export function readEnvelope(result: unknown): Envelope | null {
  return asEnvelope(member(result, 'structuredContent')) ?? asEnvelope(firstJson(result));
}

function asEnvelope(payload: unknown): Envelope | null {
  const ok = member(payload, 'ok');
  const code = member(payload, 'code');
  if (!isObject(payload) || typeof ok !== 'boolean' || typeof code !== 'string') return null;
  const text = (key: string) => (typeof payload[key] === 'string' ? payload[key] : null);
  const number = (key: string) => (typeof payload[key] === 'number' ? payload[key] : null);
  const retryable = typeof payload.retryable === 'boolean' ? payload.retryable : null;
  return {
    ok,
    code,
    retryable,
    attempts: number('attempts'),
    taskId: text('task_id'),
    elapsedMs: number('elapsed_ms'),
    message: text('message'),
    payload,
  };
}

/** The steps that an adapter on the kit reports in `_meta["mcp-adapter/steps"]`, at most 100; none from any other adapter. */
export function stepsIn(result: unknown): { name: string; ms: number; code: string }[] {
  const steps = member(member(result, '_meta'), 'mcp-adapter/steps');
  if (!Array.isArray(steps)) return [];
  return steps.slice(0, 100).flatMap((step) => {
    const [name, ms, code] = [member(step, 'name'), member(step, 'ms'), member(step, 'code')];
    return typeof name === 'string' && typeof ms === 'number' && typeof code === 'string' ? [{ name, ms, code }] : [];
  });
}

/** What a tool result says as data: `structuredContent`, else the JSON of the first text block; undefined when neither is there. */
export function payloadOf(result: unknown): unknown {
  const structured = member(result, 'structuredContent');
  return structured === undefined ? firstJson(result) : structured;
}

/**
 * The value that a JSON pointer leads to in a tool result: in what it says as data, else in the raw result, so that `/content/0/text` works
 * too. Undefined when it leads nowhere.
 */
export function valueAt(result: unknown, at: string): unknown {
  return [payloadOf(result), result].map((value) => follow(value, at)).find(({ found }) => found)?.value;
}

/** The texts of a result's content, in order; an embedded text resource counts. */
export function textsOf(result: unknown): string[] {
  const content = member(result, 'content');
  if (!Array.isArray(content)) return [];
  return content.flatMap((item) => {
    const text = member(item, 'type') === 'resource' ? member(member(item, 'resource'), 'text') : member(item, 'text');
    return typeof text === 'string' ? [text] : [];
  });
}

/** UTF-8 bytes of what a model reads of a result: its texts, else its structured content. */
export function readBytes(result: unknown): number {
  const texts = textsOf(result).reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  return texts || bytesOf(member(result, 'structuredContent'));
}

// Several rules ask for the same text, which may hold megabytes.
const parsed = new WeakMap<object, unknown>();

/** The object or list that the first text block holds as JSON. */
function firstJson(result: unknown): unknown {
  if (!isObject(result)) return undefined;
  if (!parsed.has(result)) parsed.set(result, parse(textsOf(result)[0] ?? ''));
  return parsed.get(result);
}

function parse(text: string): unknown {
  if (!/^\s*[[{]/.test(text.slice(0, 100))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
