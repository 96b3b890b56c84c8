import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { owner } from '../../../src/kit/stores/owner.ts';
import { SavedStates } from '../../../src/reference/environments/saved-states.ts';
import { StateHold } from '../../../src/reference/environments/state-hold.ts';
import { newState, removeStates } from './stage.ts';

afterEach(removeStates);
const newLock = () => join(newState(), 'browser-state', 'key.lock');

test('of many that want a state at once, one gets it, and the next one when it is given back', async () => {
  const file = newLock();
  const holds = Array.from({ length: 20 }, () => new StateHold(file));
  const taken = await Promise.all(holds.map((hold) => hold.take()));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await new StateHold(file).take()).toBe(false);
  const holder = holds[taken.indexOf(true)];
  await holder?.release();
  await holder?.release();
  expect(readdirSync(dirname(file))).toEqual([]);
  expect(await new StateHold(file).take()).toBe(true);
});

test("what a dead process held is free, once, and what it gives back late is not another one's", async () => {
  const file = newLock();
  const before = new StateHold(file);
  await before.take();
  // The same process id at another time: its process is dead.
  const held = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...held, owner: { ...owner(), started: '1 another boot' } }));
  const holds = Array.from({ length: 20 }, () => new StateHold(file));
  const taken = await Promise.all(holds.map((hold) => hold.take()));
  expect(taken.filter(Boolean)).toHaveLength(1);
  await before.release();
  expect(await new StateHold(file).take()).toBe(false);
});

test('a sweep gives back what dead processes held, and leaves alone what is held', async () => {
  const state = newState();
  const states = new SavedStates(state, () => {});
  const folder = join(state, 'browser-state');
  await Promise.all(['dead', 'living'].map((key) => states.hold(key).take()));
  const file = join(folder, 'dead.lock');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), owner: { ...owner(), started: '1 another boot' } }));
  expect(await states.sweep()).toBe(1);
  expect(readdirSync(folder)).toEqual(['living.lock']);
});
