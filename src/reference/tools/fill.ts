import { defineTool, type Tool } from '../../kit/index.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { plural } from '../../model/text.ts';
import type { ReferenceServices } from '../services.ts';
import { findField, typeInto } from '../targets/field.ts';
import { ENV_ID, PAGE_ID, TARGET, TASK_ID } from './inputs.ts';
import { onPage } from './on-page.ts';

const FIND_MS = 10_000;
const FILL_MS = 10_000;

/** `fill`: puts a text, or the value of a named credential, into one field, once for each task and step. */
export const fillTool = (services: ReferenceServices): Tool =>
  defineTool({
    name: 'fill',
    title: 'Fill in a field',
    description:
      'Replaces what stands in a field of a page. Give either value, the text, or credential_name, the name of a credential that the operator keeps for this site: ' +
      'its value goes into password fields only and is never shown. A password field takes a credential, never a value. It needs a grant for the task, and is done once for each ' +
      'step_id, however often it is called. Nothing is sent yet: next fill the other fields, then call submit (or click).',
    risk: 'write',
    idempotency: ['task_id', 'step_id'],
    origins: true,
    openWorld: true,
    loggable: ['target'],
    input: {
      type: 'object',
      properties: {
        env_id: ENV_ID,
        task_id: TASK_ID,
        page_id: PAGE_ID,
        target: TARGET,
        value: { type: 'string', maxLength: 2000, description: 'The text; an empty one clears the field.' },
        credential_name: {
          type: 'string',
          minLength: 1,
          maxLength: 64,
          description: 'In the place of value: the name of a credential, such as shop-login. Never the credential itself.',
        },
      },
      required: ['env_id', 'task_id', 'target'],
    },
    output: {
      type: 'object',
      properties: {
        filled: { type: 'boolean' },
        value_masked: { type: 'string', description: 'What was filled in, without telling it.' },
      },
      required: ['filled', 'value_masked'],
    },
    run: (args, context) =>
      onPage(services, args, context, 'write', async ({ open: { page }, map, sent }) => {
        const { target, value, credential_name: credential } = args;
        const wish = wishOf(value, credential);
        const find = () => findField(page, map, target, wish, services.credentials);
        const { field, text, words } = await context.steps.run('find_field', find, { timeoutMs: FIND_MS });
        // Only by now is it known to be a name.
        const named = credential === undefined ? {} : { credential };
        context.audit({ target, locator: words, ...named });
        const fill = () => {
          sent();
          return typeInto(field, text, { name: target, timeoutMs: FILL_MS });
        };
        await context.steps.effect('fill', fill, { origin: field.origin, timeoutMs: FILL_MS + 2_000 });
        return { filled: true, value_masked: 'value' in wish ? `••• (${plural(text.length, 'character')})` : '•••' };
      }),
  });

function wishOf(value: string | undefined, credential: string | undefined): { value: string } | { credential: string } {
  if (value !== undefined && credential === undefined) return { value };
  if (credential !== undefined && value === undefined) return { credential };
  // Not invalid_arguments: no input schema that every host takes can say it.
  throw new ToolError('one_value_needed', {
    message: `give either value or credential_name, not ${value === undefined ? 'neither' : 'both'}; nothing was filled in`,
  });
}
