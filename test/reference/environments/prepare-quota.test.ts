import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { prepareQuota } from '../../../src/reference/environments/prepare-quota.ts';
import { newState, removeStates } from './stage.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-30T12:00:00Z');
afterEach(removeStates);

function quotaOf(perHour: number, state = newState()) {
  const clock = { at: START };
  const logged: string[] = [];
  return {
    state,
    clock,
    logged,
    quota: prepareQuota(
      state,
      perHour,
      () => clock.at,
      (line) => logged.push(line),
    ),
  };
}

test('the hour slides: each environment counts for an hour, and the refusal says how long until the first is over', async () => {
  const { quota, clock } = quotaOf(2);
  await quota.take('price');
  clock.at = START + 600_000;
  await quota.take('price');
  await expect(quota.take('price')).rejects.toMatchObject({
    code: 'quota_exceeded',
    retryable: true,
    data: { retry_after_ms: HOUR - 600_000 },
  });
  clock.at = START + HOUR;
  await quota.take('price');
  await expect(quota.take('price')).rejects.toMatchObject({ code: 'quota_exceeded', data: { retry_after_ms: 600_000 } });
});

test('purposes are counted apart, but 200 of them in an hour are all there may be', async () => {
  const { quota } = quotaOf(1);
  for (let index = 0; index < 200; index++) await quota.take(`p-${index}`);
  await expect(quota.take('p-7')).rejects.toMatchObject({ code: 'quota_exceeded' });
  await expect(quota.take('p-200')).rejects.toMatchObject({ code: 'quota_exceeded', retryable: true });
});

test("a restart forgives nothing, and the file is nobody else's", async () => {
  const { quota, state } = quotaOf(2);
  await Promise.all([quota.take('price'), quota.take('price')]);
  expect(statSync(join(state, 'prepares.json')).mode & 0o777).toBe(0o600);
  await expect(quotaOf(2, state).quota.take('price')).rejects.toMatchObject({ code: 'quota_exceeded' });
});

test('a damaged file counts from zero and is told of, and so do times that are yet to come', async () => {
  const { quota, state, logged } = quotaOf(1);
  const file = join(state, 'prepares.json');
  writeFileSync(file, '{"purposes":');
  await quota.take('price');
  expect(logged.join()).toContain('damaged');
  writeFileSync(file, JSON.stringify({ purposes: { price: [START + 10 * HOUR, 'soon', null] } }));
  await quota.take('price');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ purposes: { price: [START] } });
});

test('a state folder that cannot be written makes no environment', async () => {
  const state = join(newState(), 'file');
  writeFileSync(state, '');
  await expect(quotaOf(1, state).quota.take('price')).rejects.toMatchObject({ code: 'state_unavailable', retryable: true });
});
