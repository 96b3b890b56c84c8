import type { JsonObject } from '../model/json.ts';
import { changes, propertiesOf, type Risk } from '../model/tool.ts';
import { outputSchemaOf } from './envelope.ts';

/** What a definition says that the declaration shows. */
export interface Declared {
  name: string;
  title: string;
  description: string;
  risk: Risk;
  idempotency?: readonly string[];
  openWorld?: boolean;
}

/** The arguments that idempotency keys are usually made of; a tool need not declare them itself. */
const KEY_ARGUMENTS: Record<string, JsonObject> = {
  task_id: { type: 'string', minLength: 1, maxLength: 100, description: 'The task this belongs to: the same text through a whole task.' },
  step_id: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: 'Names this step of the task: the same text when the call is repeated, another one for another step.',
  },
};

/** The tool as tools/list shows it. */
export function declarationOf(tool: Declared, inputSchema: JsonObject, outputSchema: JsonObject | null): JsonObject {
  const readOnly = tool.risk === 'read';
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema,
    outputSchema: outputSchemaOf(outputSchema),
    annotations: {
      readOnlyHint: readOnly,
      ...(readOnly ? {} : { destructiveHint: tool.risk === 'destructive', idempotentHint: (tool.idempotency ?? []).length > 0 }),
      openWorldHint: tool.openWorld ?? false,
    },
    _meta: { 'mcp-adapter/risk': tool.risk },
  };
}

/**
 * The input as declared: closed unless the author says otherwise, with the arguments of the idempotency key.
 * @throws TypeError when a key argument is declared by nobody
 */
export function inputSchemaOf(schema: JsonObject, keys: readonly string[], risk: Risk): JsonObject {
  const given = propertiesOf(schema);
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const added: JsonObject = {};
  for (const key of keys) {
    if (Object.hasOwn(given, key)) continue;
    const argument = KEY_ARGUMENTS[key];
    if (!argument) throw new TypeError(`the idempotency key names the argument ${JSON.stringify(key)}, which the input does not declare`);
    added[key] = argument;
  }
  // A task_id that is absent is made; but a grant is for a task that a person has named, and a step is named by the caller.
  const needed = keys.filter((key) => key !== 'task_id' || changes(risk));
  return {
    ...schema,
    properties: { ...given, ...added },
    required: [...new Set([...required, ...needed])],
    additionalProperties: schema.additionalProperties ?? false,
  };
}
