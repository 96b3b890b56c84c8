import { defineTool, type Tool } from '../../kit/index.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { quote } from '../../model/text.ts';
import type { ReferenceServices } from '../services.ts';
import { sendForm, sendingOf } from '../targets/form.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import { untilSeen } from '../targets/until-seen.ts';
import { act } from './act.ts';
import { DIALOGS, ENV_ID, PAGE_ID, TARGET, TASK_ID } from './inputs.ts';
import { onPage } from './on-page.ts';
import { watching } from './watch-page.ts';

const WAIT_MS = 2_000;
const FIND_MS = 10_000;
const SEND_MS = 10_000;
/** For what the form leads to, and then for the target that is expected. */
const AFTER_MS = 8_000;
const EXPECT_MS = 10_000;

/** `submit`: sends one form, once for each task and step. */
export const submitTool = (services: ReferenceServices): Tool =>
  defineTool({
    name: 'submit',
    title: 'Submit a form',
    description:
      'Sends a form of a page, after fill. Name in expect a target that shows that it went well, such as a confirmation: expectation_met says whether it was seen ' +
      'within 10 seconds (null when nothing was expected). It needs a grant for the task, and is sent once for each step_id, however often it is called. submitted false with blocked ' +
      'true: it was stopped on its way to an address that is not allowed. http_status is what the site answered with, null for a form that a script sends.',
    risk: 'write',
    idempotency: ['task_id', 'step_id'],
    origins: true,
    openWorld: true,
    loggable: ['target', 'expect'],
    input: {
      type: 'object',
      properties: {
        env_id: ENV_ID,
        task_id: TASK_ID,
        page_id: PAGE_ID,
        target: TARGET,
        expect: { ...TARGET, description: 'The name of a target that is seen afterwards, on this page or the next one.' },
      },
      required: ['env_id', 'task_id', 'target'],
    },
    output: {
      type: 'object',
      properties: {
        submitted: { type: 'boolean' },
        blocked: { type: 'boolean' },
        url: { type: 'string' },
        http_status: { type: ['integer', 'null'] },
        dialogs: DIALOGS,
        expectation_met: { type: ['boolean', 'null'] },
      },
      required: ['submitted', 'blocked', 'url', 'http_status', 'dialogs', 'expectation_met'],
    },
    run: (args, context) =>
      onPage(services, args, context, 'write', async (on) => {
        const { open, map, sent } = on;
        const { page } = open;
        const { target, expect } = args;
        const { origin } = new URL(page.url());
        if (expect !== undefined) mustBeKnown(expect, origin, services);
        const find = async () => {
          const found = await resolveTarget(page, map, target, { kinds: ['form'], waitMs: WAIT_MS });
          return { ...found, sending: await sendingOf(found.locator, target) };
        };
        const { words, sending } = await context.steps.run('find_form', find, { timeoutMs: FIND_MS });
        context.audit({ target, locator: words });
        const held = 'button' in sending ? sending.button : sending.form;
        return watching(on, async (watch) => {
          const send = () => {
            sent();
            return 'button' in sending
              ? act(target, () => sending.button.element.click({ timeout: SEND_MS }))
              : sendForm(sending.form.element);
          };
          await context.steps.effect('submit', send, { origin: held.origin, timeoutMs: SEND_MS + 2_000 });
          const { blocked, url, status } = await context.steps.run('see_effect', () => watch.aftermath(AFTER_MS, false));
          const wait = () => untilSeen(page, services.maps, expect ?? '', EXPECT_MS);
          const met = expect === undefined || blocked ? null : await context.steps.run('look_for_expected', wait);
          const dialogs = open.dialogs.splice(0).length;
          return { submitted: !blocked, blocked, url: met === null ? url : page.url(), http_status: status, dialogs, expectation_met: met };
        });
      }),
  });

/** A name that no page of the site has would only be found out after the form was sent. */
function mustBeKnown(expect: string, origin: string, { maps }: Pick<ReferenceServices, 'maps'>): void {
  const isKnown = maps.pages.some((each) => each.origin === origin && Object.hasOwn(each.map.targets, expect));
  if (!isKnown)
    throw new ToolError('unknown_target', {
      message: `no page of this site has the target ${quote(expect)} that is expected; nothing was sent`,
    });
}
