/** The argument that names an order, alike in every tool. */
export const ORDER_ID = {
  type: 'string',
  minLength: 1,
  maxLength: 40,
  description: 'The number of the order.',
  examples: ['A-1001'],
} as const;
