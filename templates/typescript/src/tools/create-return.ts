import { defineTool, type Tool, ToolError } from 'mcp-adapter/kit';
import type { Erp, Order } from '../erp.ts';
import { ORDER_ID } from './order-id.ts';

export function createReturn(erp: Erp): Tool {
  return defineTool({
    name: 'create_return',
    title: 'Create a return',
    description: 'Books the return of an order that was shipped. It is done once for each task and step, however often it is called.',
    risk: 'write',
    scopes: ['returns:write'],
    idempotency: ['task_id', 'step_id'],
    loggable: ['order_id', 'quantity'],
    input: {
      type: 'object',
      properties: {
        order_id: ORDER_ID,
        quantity: { type: 'integer', minimum: 1, maximum: 100, description: 'How many pieces come back.' },
        reason: { type: 'string', minLength: 1, maxLength: 500, description: 'Why, in the words of the customer.' },
      },
      required: ['order_id', 'quantity', 'reason'],
    },
    output: { type: 'object', properties: { return_id: { type: 'string' } }, required: ['return_id'] },
    async run({ order_id, quantity, reason }, { caller, steps, trace, task, step }) {
      const order = await steps.run('ask_erp', (signal) => erp.order(order_id, { caller, signal, trace }), { retries: 2 });
      mayBeReturned(order, quantity);
      // By its reference a person finds in the ERP what became of a call that ended without an answer.
      const wish = { order_id, quantity, reason, reference: `${task}/${step}` };
      const return_id = await steps.effect('book', (signal) => erp.bookReturn(wish, { caller, signal, trace }));
      return { return_id };
    },
  });
}

function mayBeReturned({ order_id, status, pieces }: Order, quantity: number): void {
  if (status !== 'shipped') {
    throw new ToolError('order_wrong_status', { message: `order ${order_id} is ${status}: only shipped ones are returned` });
  }
  if (quantity > pieces) {
    throw new ToolError('quantity_too_high', { message: `order ${order_id} has ${pieces} pieces`, data: { pieces } });
  }
}
