import { definePrompt } from 'mcp-adapter/kit';

export const handleReturn = definePrompt({
  name: 'handle_return',
  title: 'Handle a return',
  description: 'Walks through the return of one order.',
  scopes: ['returns:write'],
  arguments: [{ name: 'order_id', description: 'The number of the order, such as A-1001.', required: true }],
  get: ({ order_id }) =>
    `Look at order ${order_id} and at the policy erp://policies/returns. Say whether the order can be returned, and why. ` +
    'If it can, ask how many pieces come back and for what reason, and book the return only after I have agreed.',
});
