import { defineResource } from 'mcp-adapter/kit';

const POLICY = `# Returns

- Orders that were shipped can be returned; open ones are cancelled instead.
- No more pieces than were ordered.
- The reason is written down in the words of the customer.
`;

export const returnsPolicy = defineResource({
  uri: 'erp://policies/returns',
  name: 'returns-policy',
  title: 'Returns policy',
  description: 'When a return is accepted, for those who decide about one.',
  mimeType: 'text/markdown',
  scopes: ['orders:read'],
  read: () => ({ text: POLICY }),
});
