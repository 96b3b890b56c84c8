import { defineTool } from '../../kit/tool.ts';
import { member } from '../../model/json.ts';
import type { ReferenceServices } from '../services.ts';
import { ENV_ID, TASK_ID } from './inputs.ts';

const ACCOUNT = { type: 'string', pattern: '^[A-Za-z0-9._@+-]{1,64}$', maxLength: 64 } as const;
const DEFAULT_SECONDS = 60;

export const prepareEnvironmentTool = ({ environments }: ReferenceServices) =>
  defineTool({
    name: 'prepare_environment',
    title: 'Prepare a browser environment',
    description:
      'Makes a browser environment for your task, bound to the outbound connection of a region, and confirms from which address pages see it. ' +
      'Call this first and keep env_id: every other tool needs it, with the same task_id. Cookies are kept by region, purpose and account: name the ' +
      'account when the task signs in as somebody. Calling it again with the same task_id gives the same environment while it is there. ' +
      'Next: open_page. At the end: release_environment.',
    risk: 'prepare',
    idempotency: ['task_id'],
    openWorld: true,
    timeoutMs: 125_000,
    loggable: ['region'],
    // A failure, and an environment that has ended, is no reason not to prepare one.
    holds: (envelope) => {
      const envId = member(envelope, 'env_id');
      return envelope.ok === true && typeof envId === 'string' && environments.has(envId);
    },
    input: {
      type: 'object',
      properties: {
        region: {
          type: 'string',
          minLength: 1,
          maxLength: 64,
          description: 'Where pages see it from, such as US-CA. An unknown one is answered with those there are.',
        },
        purpose: {
          type: 'string',
          pattern: '^[a-z0-9-]{1,32}$',
          maxLength: 32,
          description: 'What it is for, such as price-check; "default" unless said. Purposes do not see each other\'s cookies.',
        },
        account: { ...ACCOUNT, description: 'The account that the task works as, if any: one task at a time has it.' },
        timeout: { type: 'integer', minimum: 10, maximum: 120, description: 'Seconds that it may take; 60 unless said.' },
        task_id: TASK_ID,
      },
      required: ['region'],
    },
    output: {
      type: 'object',
      properties: {
        env_id: ENV_ID,
        region: { type: 'string' },
        purpose: { type: 'string' },
        account: { type: 'string' },
        provider: { type: 'string' },
        browser_version: { type: 'string' },
        reused: { type: 'boolean', description: 'its context was kept from an earlier environment' },
        guard: {
          type: 'string',
          enum: ['full', 'navigation-only'],
          description: 'whether every connection of its pages is checked, or only what is opened',
        },
        egress: {
          type: 'object',
          properties: { ip: { type: 'string' }, region: { type: 'string' }, checked_at: { type: 'string' } },
          required: ['ip', 'region', 'checked_at'],
        },
        steps: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, ms: { type: 'integer' }, code: { type: 'string' } },
            required: ['name', 'ms', 'code'],
          },
        },
        expires_at: { type: 'string', description: 'when it ends if nobody uses it' },
      },
      required: ['env_id', 'region', 'purpose', 'provider', 'browser_version', 'reused', 'guard', 'egress', 'steps', 'expires_at'],
    },
    async run({ region, purpose = 'default', account, timeout = DEFAULT_SECONDS }, context) {
      const { principal } = context.caller;
      const wish = { principal, task: context.task ?? '', region, purpose, account: account ?? null, timeoutMs: timeout * 1_000 };
      const { environment, reused, steps, endsAt } = await environments.prepare(wish, context.steps);
      const { id, provider, lease, guard, egress } = environment;
      const guarded: 'full' | 'navigation-only' = guard ? 'full' : 'navigation-only';
      context.audit({ env: id, provider, region, egress: egress.ip, reused });
      return {
        env_id: id,
        region,
        purpose,
        ...(account === undefined ? {} : { account }),
        provider,
        browser_version: lease.version,
        reused,
        guard: guarded,
        egress: { ...egress },
        steps: [...steps],
        expires_at: new Date(endsAt).toISOString(),
      };
    },
  });
