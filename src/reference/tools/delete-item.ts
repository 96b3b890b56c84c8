import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { defineTool, type Tool } from '../../kit/index.ts';
import { outcomeUnknown } from '../../kit/outcome-unknown.ts';
import { orTimeUp } from '../../kit/time-up.ts';
import { quote } from '../../model/text.ts';
import type { ReferenceServices } from '../services.ts';
import { mustBeActionable } from '../targets/actionable.ts';
import { hold } from '../targets/held.ts';
import { listOf } from '../targets/known-entry.ts';
import { countOfKey, findItem, mustBeSame } from '../targets/list-item.ts';
import { untilFound } from '../targets/locate.ts';
import { notOne } from '../targets/resolve-target.ts';
import type { ListEntry } from '../targets/target-map.ts';
import { act } from './act.ts';
import { ENV_ID, PAGE_ID, TARGET, TASK_ID } from './inputs.ts';
import { onPage } from './on-page.ts';
import { watching } from './watch-page.ts';

const FIND_MS = 10_000;
const CLICK_MS = 5_000;
const CONFIRM_MS = 5_000;
const AFTER_MS = 5_000;
const GONE_MS = 5_000;
const PAUSE_MS = 100;

/** `delete_item`: deletes the one item of a list that has a key and shows a text, once for each task and step. */
export const deleteItemTool = (services: ReferenceServices): Tool =>
  defineTool({
    name: 'delete_item',
    title: 'Delete an item of a list',
    description:
      'Deletes one item of a list on this page, for good: the one whose key is key, as list_items tells it, and only if it shows expect_text, something else of the ' +
      'item that tells it from others, such as the customer. Confirms it where the page asks. It needs a grant of its own for the task, and is done once for each step_id, however often it is ' +
      'called. It deletes nothing that is on another page of the list: open that page first. With outcome_unknown a person must look whether it is gone.',
    risk: 'destructive',
    idempotency: ['task_id', 'step_id'],
    origins: true,
    openWorld: true,
    loggable: ['list', 'key'],
    input: {
      type: 'object',
      properties: {
        env_id: ENV_ID,
        task_id: TASK_ID,
        page_id: PAGE_ID,
        list: { ...TARGET, description: 'The name of a list on the page, as describe_page lists it.' },
        key: { type: 'string', minLength: 1, maxLength: 200, description: 'The key of the item, exactly, such as A-1001.' },
        expect_text: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description: 'Text that the item shows, beside its key: what a person would check.',
        },
      },
      required: ['env_id', 'task_id', 'list', 'key', 'expect_text'],
    },
    output: {
      type: 'object',
      properties: { deleted: { type: 'boolean' }, key: { type: 'string' } },
      required: ['deleted', 'key'],
    },
    run: (args, context) =>
      onPage(services, args, context, 'write', async (on) => {
        const { open, map, sent } = on;
        const { page } = open;
        const { list, key } = args;
        const entry = listOf(map, list);
        const wish = { list, key, expectText: args.expect_text };
        const find = () => findItem(page, entry, wish);
        const item = await context.steps.run('find_item', find, { timeoutMs: FIND_MS });
        context.audit({ target: `${list}: delete`, locator: item.words });
        return watching(on, async (watch) => {
          const remove = async () => {
            await mustBeSame(item, entry, wish);
            sent();
            await act(`${list}: delete`, () => item.remove.element.click({ timeout: CLICK_MS }));
            if (entry.confirm) await confirm(page, entry.confirm, list, item.remove.origin);
          };
          const limit = { origin: item.remove.origin, timeoutMs: 2 * (CLICK_MS + CONFIRM_MS) };
          await context.steps.effect('delete', remove, limit);
          const { blocked, status } = await context.steps.run('see_effect', () => watch.aftermath(AFTER_MS, false));
          if (blocked || (status !== null && status >= 400))
            throw outcomeUnknown(
              `the site ${blocked ? 'led to an address that is not allowed' : `answered with HTTP ${status}`} when the item was deleted`,
            );
          const look = () => isGone(page, services, list, key);
          if (!(await context.steps.run('see_it_gone', look, { timeoutMs: GONE_MS + 1_000 })))
            throw outcomeUnknown(
              `${GONE_MS / 1000} seconds after it was deleted, the list ${quote(list)} still shows the item, or is not shown any more${open.dialogs.length ? '; the page asked by a dialog of the browser, and these are always answered with no' : ''}`,
            );
          return { deleted: true, key };
        });
      }),
  });

/** Clicks what the page asks to be confirmed. Whatever goes wrong here: the item may be gone already. */
async function confirm(page: Page, specs: NonNullable<ListEntry['confirm']>, list: string, origin: string): Promise<void> {
  try {
    const search = await untilFound(page, specs, CONFIRM_MS);
    if (!search.won) throw notOne(`the confirmation of the list ${quote(list)}`, search);
    const { locator } = search.won;
    await mustBeActionable(locator, `${list}: confirm`, 'click', CONFIRM_MS);
    const held = await hold(locator, CONFIRM_MS);
    // The grant may not be for it.
    if (held.origin !== origin) throw new Error('the page has gone on to another site');
    await act(`${list}: confirm`, () => held.element.click({ timeout: CLICK_MS }));
  } catch (cause) {
    throw outcomeUnknown(`what deletes the item was clicked, but the confirmation could not be`, cause);
  }
}

/** Whether the page shows the list, and twice in a row without the item: while a page is built anew its list is empty for a moment. */
async function isGone(page: Page, { maps }: Pick<ReferenceServices, 'maps'>, list: string, key: string): Promise<boolean> {
  const endsAt = performance.now() + GONE_MS;
  let without = 0;
  while (performance.now() < endsAt && !page.isClosed()) {
    const entry = maps.mapFor(page.url())?.lists[list];
    // The page may be replaced, or stop answering, while it is looked at.
    const counted = entry ? orTimeUp(countOfKey(page, entry, key), Math.max(1, endsAt - performance.now())) : null;
    const count = await counted?.catch(() => null);
    without = count === 0 ? without + 1 : 0;
    if (without === 2) return true;
    await delay(PAUSE_MS);
  }
  return false;
}
