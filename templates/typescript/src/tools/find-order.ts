import { defineTool, type Tool } from 'mcp-adapter/kit';
import type { Erp } from '../erp.ts';
import { ORDER_ID } from './order-id.ts';

export function findOrder(erp: Erp): Tool {
  return defineTool({
    name: 'find_order',
    title: 'Find an order',
    description: 'Finds one order by its number: status, day, pieces and total. Only orders that the caller may see are found.',
    risk: 'read',
    scopes: ['orders:read'],
    loggable: ['order_id'],
    input: { type: 'object', properties: { order_id: ORDER_ID }, required: ['order_id'] },
    output: {
      type: 'object',
      properties: {
        order: {
          type: 'object',
          properties: {
            order_id: { type: 'string' },
            status: { type: 'string', enum: ['open', 'shipped', 'cancelled'] },
            ordered_on: { type: 'string', format: 'date' },
            pieces: { type: 'integer' },
            total_cents: { type: 'integer' },
            currency: { type: 'string', description: 'ISO 4217, such as EUR.' },
          },
          required: ['order_id', 'status', 'ordered_on', 'pieces', 'total_cents', 'currency'],
          additionalProperties: false,
        },
      },
      required: ['order'],
    },
    async run({ order_id }, { caller, steps, trace }) {
      const order = await steps.run('ask_erp', (signal) => erp.order(order_id, { caller, signal, trace }), { retries: 2 });
      return { order };
    },
  });
}
