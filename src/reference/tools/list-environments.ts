import { defineTool } from '../../kit/tool.ts';
import type { ReferenceServices } from '../services.ts';
import { ENV_ID, TASK_ID } from './inputs.ts';

const DEFAULT_LIMIT = 20;

export const listEnvironmentsTool = ({ environments }: ReferenceServices) =>
  defineTool({
    name: 'list_environments',
    title: 'List browser environments',
    description:
      'Lists your browser environments, the newest first: those that tasks have (ready), and those that were released and are kept for a while so that ' +
      'the next prepare_environment of the same region, purpose and account is quick (parked). Use it to find an env_id again.',
    risk: 'read',
    input: {
      type: 'object',
      properties: {
        task_id: { ...TASK_ID, description: 'Only those of this task.' },
        purpose: { type: 'string', pattern: '^[a-z0-9-]{1,32}$', maxLength: 32, description: 'Only those of this purpose.' },
        limit: { type: 'integer', minimum: 1, maximum: 50, description: 'How many at most; 20 unless said.' },
      },
    },
    output: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              env_id: ENV_ID,
              region: { type: 'string' },
              purpose: { type: 'string' },
              account: { type: ['string', 'null'] },
              task_id: { type: 'string' },
              state: { type: 'string', enum: ['ready', 'parked'] },
              pages: { type: 'integer' },
              created_at: { type: 'string' },
              expires_at: { type: 'string' },
            },
            required: ['env_id', 'region', 'purpose', 'account', 'task_id', 'state', 'pages', 'created_at', 'expires_at'],
          },
        },
        count: { type: 'integer' },
        truncated: { type: 'boolean' },
      },
      required: ['items', 'count', 'truncated'],
    },
    run: ({ task_id, purpose, limit = DEFAULT_LIMIT }, { caller }) =>
      environments.list(caller.principal, { task: task_id, purpose, limit }),
  });
