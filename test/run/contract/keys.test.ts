import { expect, test } from 'vitest';
import { declaration } from '../../../src/model/tool.ts';
import { withFreshKey, withKey } from '../../../src/run/contract/keys.ts';
import type { Trial } from '../../../src/run/contract/trial.ts';

function trialWith(args: Record<string, unknown>, text = JSON.stringify(args)): Trial {
  return {
    name: 'base',
    tool: declaration({ name: 'write' }, 0),
    kind: 'valid',
    at: null,
    keyword: null,
    about: '',
    arguments: args,
    text,
    gen: { source: 'boundary' },
  };
}

test('two calls of a tool with steps have one task and another step each', () => {
  const trial = trialWith(withKey({ amount: 1, task_id: 'x', step_id: 'y' }));
  const [first, second] = [withFreshKey(trial, 7, 1), withFreshKey(trial, 7, 2)];
  expect(first.arguments.task_id).toBe(second.arguments.task_id);
  expect(first.arguments.step_id).not.toBe(second.arguments.step_id);
  expect(JSON.parse(first.text)).toEqual(first.arguments);
});

test('without a step the task is another, in another run too', () => {
  const trial = trialWith(withKey({ task_id: 'x' }));
  const tasks = [withFreshKey(trial, 7, 1), withFreshKey(trial, 7, 2), withFreshKey(trial, 8, 1)].map((each) => each.arguments.task_id);
  expect(new Set(tasks).size).toBe(3);
});

test('arguments without a key get none, and stay the same', () => {
  expect(withKey({ amount: 1 })).toEqual({ amount: 1 });
  const trial = trialWith({ amount: 1 });
  expect(withFreshKey(trial, 7, 1)).toBe(trial);
});

test('a task that a case is about is not replaced, and the exact text around a key stays', () => {
  const base = withKey({ amount: 1, task_id: 'x', step_id: 'y' });
  const about = trialWith({ ...base, task_id: '' });
  expect(withFreshKey(about, 7, 1).arguments.task_id).toBe('');
  const exact = trialWith(base, JSON.stringify(base).replace('"amount":1', '"amount": 1e0'));
  expect(withFreshKey(exact, 7, 1).text).toContain('"amount": 1e0');
});
