import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { defineTool, ToolError } from '../../kit/index.ts';
import { orTimeUp, TimeUp } from '../../kit/time-up.ts';
import type { ReferenceServices } from '../services.ts';
import { resolveTarget } from '../targets/resolve-target.ts';
import type { PageMap } from '../targets/target-map.ts';
import { ENV_ID, PAGE_ID, TARGET, TASK_ID } from './inputs.ts';
import { onPage } from './on-page.ts';

const POLL_MS = 100;

export const waitForTool = (services: ReferenceServices) =>
  defineTool({
    name: 'wait_for',
    title: 'Wait for a target',
    description:
      'Waits until a target of the page can be seen, or is gone, for at most the given time. Use it after something that takes a moment, such as ' +
      'a submit. That it did not happen is no failure: reached is then false.',
    risk: 'read',
    openWorld: true,
    loggable: ['target', 'state'],
    input: {
      type: 'object',
      properties: {
        env_id: ENV_ID,
        task_id: TASK_ID,
        page_id: PAGE_ID,
        target: TARGET,
        state: { type: 'string', enum: ['visible', 'hidden'], description: 'What to wait for; visible unless said.' },
        timeout: { type: 'integer', minimum: 1, maximum: 30, description: 'Seconds to wait at most; 10 unless said.' },
      },
      required: ['env_id', 'task_id', 'target'],
    },
    output: {
      type: 'object',
      properties: { reached: { type: 'boolean' }, waited_ms: { type: 'integer' } },
      required: ['reached', 'waited_ms'],
      additionalProperties: false,
    },
    run: ({ target, state = 'visible', timeout = 10, ...args }, context) =>
      onPage(services, args, context, 'read', async ({ open, map }) => {
        const startedAt = performance.now();
        const reached = await waitFor(open.page, map, target, state === 'visible', startedAt + timeout * 1_000, context.signal);
        return { reached, waited_ms: Math.round(performance.now() - startedAt) };
      }),
  });

/** @param endsAt `performance.now()` */
async function waitFor(page: Page, map: PageMap | null, target: string, visible: boolean, endsAt: number, signal: AbortSignal) {
  for (let left = endsAt - performance.now(); left > 0; left = endsAt - performance.now()) {
    try {
      // A page whose script never pauses answers nothing.
      if ((await orTimeUp(isVisible(page, map, target), left, signal)) === visible) return true;
    } catch (error) {
      if (error instanceof TimeUp) return false;
      throw error;
    }
    await sleep(Math.min(POLL_MS, left), undefined, { signal });
  }
  return false;
}

/** @throws ToolError `map_missing`, `unknown_target`, `target_ambiguous` */
async function isVisible(page: Page, map: PageMap | null, target: string): Promise<boolean> {
  try {
    const { locator } = await resolveTarget(page, map, target);
    return await locator.isVisible();
  } catch (error) {
    if (error instanceof ToolError && error.code === 'target_not_found') return false;
    throw error;
  }
}
