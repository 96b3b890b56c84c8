import { defineTool, type Tool } from '../../kit/index.ts';
import type { ReferenceServices } from '../services.ts';
import { mustBeActionable } from '../targets/actionable.ts';
import { hold } from '../targets/held.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { act } from './act.ts';
import { DIALOGS, ENV_ID, PAGE_ID, TARGET, TASK_ID } from './inputs.ts';
import { onPage } from './on-page.ts';
import { watching } from './watch-page.ts';

/** What can be clicked; a form is submitted. */
const KINDS = ['button', 'link', 'field', 'region', 'text'] as const;

/** For what the click leads to. */
const AFTER_MS = 8_000;
/** Beyond `timeout`: for a page that answers slowly, and for the click itself. */
const SPARE_MS = 2_000;

/** `click`: clicks one target, once for each task and step. */
export const clickTool = (services: ReferenceServices): Tool =>
  defineTool({
    name: 'click',
    title: 'Click a target',
    description:
      'Clicks a target of a page, such as a button or a link, and tells what came of it: whether the page navigated, and the page_id of a window that ' +
      'opened. It waits until the target can be clicked. Use submit for a form and delete_item for an item of a list. It needs a grant for the task, and is done once for each ' +
      'step_id, however often it is called. Next: wait_for or extract_text to see the effect. Where blocked is true the page was stopped on its way to an address that is not allowed.',
    risk: 'write',
    idempotency: ['task_id', 'step_id'],
    origins: true,
    openWorld: true,
    loggable: ['target'],
    timeoutMs: 90_000,
    input: {
      type: 'object',
      properties: {
        env_id: ENV_ID,
        task_id: TASK_ID,
        page_id: PAGE_ID,
        target: TARGET,
        timeout: {
          type: 'integer',
          minimum: 1,
          maximum: 30,
          default: 10,
          description: 'Seconds to wait until it can be clicked; 10 unless said.',
        },
      },
      required: ['env_id', 'task_id', 'target'],
    },
    output: {
      type: 'object',
      properties: {
        clicked: { type: 'boolean' },
        navigated: { type: 'boolean' },
        blocked: { type: 'boolean' },
        url: { type: 'string' },
        dialogs: DIALOGS,
        popup: { type: 'string', description: 'The page_id of a window that it opened.' },
      },
      required: ['clicked', 'navigated', 'blocked', 'url', 'dialogs'],
    },
    run: ({ timeout = 10, ...args }, context) =>
      onPage(services, args, context, 'write', async (on) => {
        const { open, map, sent } = on;
        const { page } = open;
        const endsAt = performance.now() + timeout * 1000;
        const left = () => Math.max(0, endsAt - performance.now());
        const find = async () => {
          const resolved = await resolveTarget(page, map, args.target, { kinds: KINDS, waitMs: left() });
          await mustBeActionable(resolved.locator, args.target, 'click', left());
          const held = await hold(resolved.locator, left());
          return { ...resolved, ...held, opensWindow: await held.element.evaluate(opensWindow) };
        };
        const found = await context.steps.run('find_target', find, { timeoutMs: left() + SPARE_MS });
        context.audit({ target: args.target, locator: found.words });
        return watching(on, async (watch) => {
          const click = () => {
            sent();
            return act(args.target, () => found.element.click({ timeout: left() + SPARE_MS }));
          };
          await context.steps.effect('click', click, { origin: found.origin, timeoutMs: left() + 2 * SPARE_MS });
          const after = await context.steps.run('see_effect', () => watch.aftermath(AFTER_MS, found.opensWindow), {
            timeoutMs: AFTER_MS + 5_000,
          });
          const { navigated, blocked, url } = after;
          return {
            clicked: true,
            navigated,
            blocked,
            url,
            dialogs: open.dialogs.splice(0).length,
            ...(after.popup ? { popup: after.popup } : {}),
          };
        });
      }),
  });

/** Runs in the page: whether it is a link to a window of its own. */
function opensWindow(element: { closest(css: string): unknown }): boolean {
  return element.closest('a[target=_blank]') !== null;
}
