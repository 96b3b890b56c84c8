import { randomUUID } from 'node:crypto';
import { defineTool, type Tool } from 'mcp-adapter/kit';

export function __CAMEL__(): Tool {
  return defineTool({
    name: '__TOOL__',
    title: '__TITLE__',
    description: __DESCRIPTION__,
    risk: '__RISK__',
    scopes: ['__SCOPE__'],
    idempotency: ['task_id'],
    loggable: ['__ARGUMENT__'],
    input: {
      type: 'object',
      properties: {
        __ARGUMENT__: {
          type: 'string',
          minLength: 1,
          maxLength: 40,
          description: '__MEANS__',
        },
      },
      required: ['__ARGUMENT__'],
    },
    output: {
      type: 'object',
      properties: { handle: { type: 'string', description: 'Names what was prepared in later calls.' } },
      required: ['handle'],
    },
    async run({ __ARGUMENT__ }, { steps }) {
      return { handle: await steps.effect('prepare', () => prepare(__ARGUMENT__)) };
    },
  });
}

/** Ask the system behind here to make what only this task uses. Until then nothing is made but a handle. */
async function prepare(_id: string): Promise<string> {
  return randomUUID();
}
