import { bytesOf, isObject, type JsonObject } from '../../model/json.ts';
import { visible } from '../../model/text.ts';
import type { ResultEnvelope } from '../envelope.ts';
import { incident, reasonOf } from '../incident.ts';
import type { Answer, Services } from '../services.ts';
import { ToolError } from '../tool-error.ts';
import type { Call } from './call.ts';

const MAX_MESSAGE = 1_000;

/** Whatever happens inside becomes an envelope: a ToolError as it is, anything else `internal` with an incident id, its stack on stderr. */
export async function answered(call: Call, services: Services, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    return { envelope: failure(call, services, error), content: [] };
  }
}

function failure(call: Call, services: Services, error: unknown): ResultEnvelope {
  if (error instanceof ToolError) {
    if (error.cause !== undefined) services.log(`${call.tool.name}: ${error.code}: ${reasonOf(error.cause)}`);
    // Once something took effect, doing it all again would do it twice.
    const retryable = error.retryable && call.steps.effects.state === 'none';
    const bare = { ...envelopeOf(call, error.code, retryable), message: shortened(error.message) };
    const envelope = { ...jsonOf(error.data), ...bare };
    // What does not fit is left out: the code and the message say the most.
    return bytesOf(envelope) <= services.limits.resultBytes ? envelope : bare;
  }
  const done = call.steps.effects.state === 'none' ? '' : ' after something had taken effect';
  if (call.control.isReason(error))
    return { ...envelopeOf(call, 'cancelled', !done), message: `the call was cancelled before it ended${done}` };
  return {
    ...envelopeOf(call, 'internal', false),
    message: `the adapter failed unexpectedly${done}; its log has the details under this incident`,
    incident: incident(call.tool.name, error, services.log),
  };
}

/** The members that every answer has. */
export function envelopeOf(call: Call, code: string, retryable: boolean): ResultEnvelope {
  const elapsed_ms = Math.round(performance.now() - call.startedAt);
  const { attempts } = call.steps;
  if (call.task === null) return { ok: code === 'ok', code, retryable, attempts, elapsed_ms };
  return { ok: code === 'ok', code, retryable, attempts, task_id: call.task, elapsed_ms };
}

/** The data of a failure as JSON holds it; nothing where it cannot be written (a circle, a BigInt). */
function jsonOf(data: object): JsonObject {
  try {
    const value: unknown = JSON.parse(JSON.stringify(data));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function shortened(message: string): string {
  const text = visible(message.slice(0, MAX_MESSAGE));
  return message.length > MAX_MESSAGE ? `${text}…` : text;
}
