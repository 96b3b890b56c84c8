import { afterAll, beforeAll, expect, test } from 'vitest';
import { play, removeStates, type Stage, setStage } from '../environments/stage.ts';
import { exportAudit } from './audit-of.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(async () => {
  await stage.close();
  removeStates();
});

test('the audit log tells which environment of which provider and region a task was given, and what became of it', async () => {
  const { call, state, close } = play(stage);
  const args = { region: 'US-CA', purpose: 'price', account: 'ann', task_id: 't-1' };
  const { env_id } = await call('prepare_environment', args);
  await call('release_environment', { env_id, task_id: 't-1' });
  await close();
  const outcomes = exportAudit(state).filter(({ kind }) => kind === 'outcome');
  expect(outcomes).toMatchObject([
    {
      tool: 'prepare_environment',
      ...{ task: 't-1', purpose: 'price', account: 'ann', env: env_id, code: 'ok' },
      detail: { provider: 'local', region: 'US-CA', egress: '127.0.0.2', reused: false },
    },
    { tool: 'release_environment', task: 't-1', env: env_id, code: 'ok' },
  ]);
});

test('arguments out of bounds are refused before anything is made', async () => {
  const { call, close } = play(stage);
  const wrong = [
    {},
    { region: 'US-CA', purpose: 'Price Check' },
    { region: 'US-CA', account: 'a/../b' },
    { region: 'US-CA', timeout: 9 },
    { region: 'US-CA', timeout: 121 },
    { region: 'US-CA', task_id: '' },
    { region: 'US-CA', proxy: 'http://127.0.0.1:1' },
    { region: 'US-CA', user_agent: 'x' },
  ];
  for (const args of wrong) expect(await call('prepare_environment', args)).toMatchObject({ code: 'invalid_arguments' });
  for (const limit of [0, 51]) expect(await call('list_environments', { limit })).toMatchObject({ code: 'invalid_arguments' });
  expect(await call('release_environment', { env_id: 'env-1', task_id: 't-1' })).toMatchObject({ code: 'invalid_arguments' });
  expect(await call('release_environment', { env_id: 'env-0123456789ab', task_id: 't-1' })).toMatchObject({ code: 'env_not_found' });
  await close();
});

test('the tools are declared without a warning of the design rules', async () => {
  const { logged, close } = play(stage);
  expect(logged).toEqual([]);
  await close();
});
