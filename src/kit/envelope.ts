import type { JsonObject } from '../model/json.ts';
import { isObject } from '../model/json.ts';

/** The one shape in which every tool answers. What the tool returned stands beside these. */
export interface ResultEnvelope extends JsonObject {
  ok: boolean;
  /** `ok`, or a stable snake_case code. */
  code: string;
  /** Whether the same call may succeed later. */
  retryable: boolean;
  /** How often the step that was tried most often was tried. */
  attempts: number;
  task_id?: string;
  elapsed_ms: number;
  message?: string;
  /** True when the answer came from memory: nothing was done again. */
  replayed?: boolean;
  /** The number under which stderr has the stack of an unexpected failure. */
  incident?: string;
}

/** The members that the envelope keeps for itself: a tool's data may not use them. */
export const RESERVED = ['ok', 'code', 'retryable', 'attempts', 'task_id', 'elapsed_ms', 'message', 'replayed', 'incident'] as const;

const ENVELOPE: JsonObject = {
  ok: { type: 'boolean' },
  code: { type: 'string', description: 'ok, or a stable code' },
  retryable: { type: 'boolean' },
  attempts: { type: 'integer' },
  task_id: { type: 'string' },
  elapsed_ms: { type: 'integer' },
  message: { type: 'string' },
  replayed: { type: 'boolean', description: 'answered from memory, nothing was done again' },
  incident: { type: 'string' },
};

/**
 * The output schema as declared: the envelope with the tool's own fields beside it. Only the envelope is required, because a failure has no data.
 */
export function outputSchemaOf(data: JsonObject | null): JsonObject {
  const { properties, required: _, additionalProperties: open, $schema: dialect, ...rest } = data ?? {};
  return {
    ...(dialect === undefined ? {} : { $schema: dialect }),
    ...rest,
    type: 'object',
    properties: { ...ENVELOPE, ...(isObject(properties) ? properties : {}) },
    required: ['ok', 'code', 'retryable', 'attempts', 'elapsed_ms'],
    // Without a schema of the data anything may stand beside the envelope; failures add fields of their own.
    ...(open === undefined || open === false ? {} : { additionalProperties: open }),
  };
}
