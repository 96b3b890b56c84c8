import { defineTool, type Tool } from 'mcp-adapter/kit';

export function __CAMEL__(): Tool {
  return defineTool({
    name: '__TOOL__',
    title: '__TITLE__',
    description: __DESCRIPTION__,
    risk: '__RISK__',
    scopes: ['__SCOPE__'],
    loggable: ['max_items'],
    input: {
      type: 'object',
      properties: {
        max_items: { type: 'integer', minimum: 1, maximum: 50, description: 'How many at most; 20 unless said.' },
      },
    },
    output: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: { type: 'string' }, name: { type: 'string' } },
            required: ['id', 'name'],
            additionalProperties: false,
          },
        },
        count: { type: 'integer' },
        truncated: { type: 'boolean', description: 'True when there are more.' },
      },
      required: ['items', 'count', 'truncated'],
    },
    async run({ max_items = 20 }, { steps }) {
      // One more than asked for tells whether there are more.
      const found = await steps.run('look_up', () => lookUp(max_items + 1), { retries: 2 });
      const items = found.slice(0, max_items);
      return { items, count: items.length, truncated: found.length > items.length };
    },
  });
}

/** Ask the system behind here for the few fields that an agent needs. Until then there are two samples. */
async function lookUp(most: number): Promise<{ id: string; name: string }[]> {
  return [
    { id: 'SAMPLE-1', name: 'A sample' },
    { id: 'SAMPLE-2', name: 'Another sample' },
  ].slice(0, most);
}
