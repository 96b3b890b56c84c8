import { randomUUID } from 'node:crypto';
import { defineTool, type Tool, ToolError } from 'mcp-adapter/kit';

export function __CAMEL__(): Tool {
  return defineTool({
    name: '__TOOL__',
    title: '__TITLE__',
    description: __DESCRIPTION__,
    risk: '__RISK__',
    scopes: ['__SCOPE__'],
    idempotency: ['task_id', 'step_id'],
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
    output: { type: 'object', properties: { confirmation: { type: 'string' } }, required: ['confirmation'] },
    async run({ __ARGUMENT__ }, { steps }) {
      await steps.run('look_up', () => lookUp(__ARGUMENT__), { retries: 2 });
      // An effect is never tried again, and the grant is looked at once more right before it.
      return { confirmation: await steps.effect('change', () => change(__ARGUMENT__)) };
    },
  });
}

/** Ask the system behind here whether it can be done, and refuse what cannot. Until then there is one sample. */
async function lookUp(id: string): Promise<void> {
  if (id === 'SAMPLE-1') return;
  const message = `there is no __NOUN__ ${JSON.stringify(id)}`;
  throw new ToolError('__THING___not_found', { message });
}

/** Tell the system behind here to do it, and answer with what it calls it. Until then nothing is done. */
async function change(_id: string): Promise<string> {
  return randomUUID();
}
