import { defineTool, type Tool, ToolError } from 'mcp-adapter/kit';

export function __CAMEL__(): Tool {
  return defineTool({
    name: '__TOOL__',
    title: '__TITLE__',
    description: __DESCRIPTION__,
    risk: '__RISK__',
    scopes: ['__SCOPE__'],
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
      properties: { id: { type: 'string' }, name: { type: 'string' } },
      required: ['id', 'name'],
    },
    async run({ __ARGUMENT__ }, { steps }) {
      return await steps.run('look_up', () => lookUp(__ARGUMENT__), { retries: 2 });
    },
  });
}

/** Ask the system behind here for the few fields that an agent needs. Until then there is one sample. */
async function lookUp(id: string): Promise<{ id: string; name: string }> {
  if (id === 'SAMPLE-1') return { id, name: 'A sample' };
  const message = `there is no __NOUN__ ${JSON.stringify(id)}`;
  throw new ToolError('__THING___not_found', { message });
}
