import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { browserProcesses } from '../pages/processes.ts';
import { writeStage } from './write-stage.ts';

const stage = writeStage({
  targets:
    'format: mcp-adapter/targets@1\npages: [{ path: /**, targets: { save button: { kind: button, locators: [{ role: button }] } } }]',
});

test('the browser is killed in the middle of a click: outcome_unknown, and the same step clicks no second time', async () => {
  const { call, grant } = await stage.open('/stuck', `<button onclick="navigator.sendBeacon('/clicked'); for (;;);">Save</button>`);
  await grant(['click']);
  const clicked = call('click', { target: 'save button', timeout: 20 }, 'once');
  // The handler has run until the loop once its message is here.
  while (!stage.posts.some((post) => post.includes('/clicked'))) await delay(20);
  for (const pid of browserProcesses()) process.kill(pid, 'SIGKILL');
  const answer = await clicked;
  expect(answer).toMatchObject({ ok: false, code: 'outcome_unknown', retryable: false, attempts: 1 });
  expect(answer.message).not.toMatch(/Target|locator|closed/);
  expect(await call('click', { target: 'save button', timeout: 20 }, 'once')).toMatchObject({ code: 'outcome_unknown', replayed: true });
  expect(await call('click', { target: 'save button' }, 'another')).toMatchObject({ code: 'env_lost', retryable: true });
  expect(stage.posts).toEqual(['POST /clicked ']);
});
