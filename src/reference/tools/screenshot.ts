import { withContent } from '../../kit/result.ts';
import { defineTool } from '../../kit/tool.ts';
import { FILE_FIELDS } from '../files/file-fields.ts';
import { mustShowNoSecret } from '../reading/shown-secret.ts';
import { takePicture } from '../reading/take-picture.ts';
import type { ReferenceServices } from '../services.ts';
import { ENV_ID, PAGE_ID, TASK_ID } from './inputs.ts';
import { onPage } from './on-page.ts';

/** A page whose script never pauses gives no picture. */
const LIMIT_MS = 20_000;

export const screenshotTool = (services: ReferenceServices) =>
  defineTool({
    name: 'screenshot',
    title: 'Take a screenshot',
    description:
      'Takes a picture of what the page shows now, or of the full page, and keeps it as a file: the result names it and has no picture in it. ' +
      'Read resource_uri to look at it. To read what the page says, extract_text and list_items cost far less. ' +
      'Passwords are painted over; a page that shows one as plain text is not taken (secret_shown). The oldest files are removed in time.',
    risk: 'read',
    openWorld: true,
    input: {
      type: 'object',
      properties: {
        env_id: ENV_ID,
        task_id: TASK_ID,
        page_id: PAGE_ID,
        full_page: {
          type: 'boolean',
          description: 'Of the whole page, however far down it goes (8,000 pixels at most); false unless said.',
        },
        format: { type: 'string', enum: ['jpeg', 'png'], description: 'jpeg unless said; png is sharper and larger.' },
        max_width: { type: 'integer', minimum: 320, maximum: 1920, description: 'Pixels; a wider page is made smaller. 1280 unless said.' },
      },
      required: ['env_id', 'task_id'],
    },
    output: {
      type: 'object',
      properties: {
        ...FILE_FIELDS,
        width: { type: 'integer', description: 'Pixels of the picture.' },
        height: { type: 'integer' },
        truncated: { type: 'boolean', description: 'True when the full page is larger than what was taken of it.' },
      },
      required: ['file', 'resource_uri', 'sha256', 'bytes', 'width', 'height', 'truncated'],
    },
    async run(args, context) {
      const { full_page: fullPage = false, format = 'jpeg', max_width: maxWidth = 1280 } = args;
      const taken = await onPage(services, args, context, 'read', async ({ open: { page } }) => {
        const wish = { fullPage, format, maxWidth };
        const { bytes, ...seen } = await context.steps.run('take_picture', () => takePicture(page, wish), { timeoutMs: LIMIT_MS });
        // Now, when the page is as it was in the picture.
        if (Object.keys(services.config.credentials).length)
          await context.steps.run('look_for_secrets', () => mustShowNoSecret(page, services.credentials.mask), { timeoutMs: LIMIT_MS });
        const file = await services.files.write(context.caller.principal, args.task_id, 'screenshot', format, bytes);
        return { ...file, ...seen };
      });
      context.audit({ sha256: taken.sha256 });
      const name = taken.resource_uri.slice(taken.resource_uri.lastIndexOf('/') + 1);
      return withContent(taken, {
        type: 'resource_link',
        uri: taken.resource_uri,
        name,
        mimeType: `image/${format}`,
        size: taken.bytes,
      });
    },
  });
