import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { LiveTester } from '../../../src/run/contract/live-tester.ts';
import { smallest } from '../../../src/run/contract/smallest.ts';
import type { Failure, Trial } from '../../../src/run/contract/trial.ts';
import { playedOf, toolWith, trialOf } from './failures.ts';
import { contractOptions } from './twice-kit.ts';

const TOOL = toolWith({
  type: 'object',
  properties: { rows: { type: 'integer', minimum: 1, maximum: 9 }, sort: { enum: ['up', 'down'] }, note: { type: 'string' } },
  required: ['sort'],
  additionalProperties: false,
});

/** An adapter without a process: `accepts` says of which arguments it is wrong to. */
class Imagined extends LiveTester {
  readonly made: JsonObject[] = [];
  readonly #accepts: (args: JsonObject) => boolean;

  constructor(accepts: (args: JsonObject) => boolean, signal = new AbortController().signal) {
    const options = contractOptions();
    super({ ...options, open: { ...options.open, signal } });
    this.#accepts = accepts;
  }

  override repeat: LiveTester['repeat'] = async (trial, expect) => {
    this.made.push(trial.arguments);
    const failure = this.#accepts(trial.arguments) ? { verdict: 'accepted-invalid' as const, what: 'accepts it' } : null;
    return { played: playedOf(trial, failure ? {} : { outcome: 'tool_error' }, {}, expect), failure };
  };
}

function accepted(args: JsonObject, parts: Partial<Trial> = {}): Failure {
  const trial = trialOf({
    tool: TOOL,
    kind: 'invalid',
    about: 'rows is 10, above the maximum of 9',
    place: '/rows',
    arguments: args,
    ...parts,
  });
  return { verdict: 'accepted-invalid', trial, played: [playedOf(trial)], what: 'accepts it' };
}

const small = async (tester: Imagined, failure: Failure) => (await smallest(tester, failure)).trial;

test('what the failure does not need is left out, and what it is about stays as it is', async () => {
  const trial = await small(new Imagined(({ rows }) => rows === 10), accepted({ rows: 10, sort: 'up', note: 'x' }));
  expect(trial.arguments).toMatchObject({ rows: 10, sort: 'up' });
  expect(trial.arguments).not.toHaveProperty('note');
  expect([trial.about, trial.text]).toEqual(['rows is 10, above the maximum of 9', JSON.stringify(trial.arguments)]);
});

test('no candidate breaks another rule of the schema than the failure does', async () => {
  const tester = new Imagined(() => true);
  const trial = await small(tester, accepted({ rows: 10, sort: 'up', note: 'x' }));
  expect(trial.arguments).toHaveProperty('sort');
  for (const { rows, sort } of tester.made) expect([rows, ['up', 'down'].includes(String(sort))]).toEqual([10, true]);
});

test('what turns out not to need the value that it was about is told by its arguments', async () => {
  const trial = await small(new Imagined(({ sort }) => sort === 'sideways'), accepted({ rows: 10, sort: 'sideways' }));
  expect(trial.arguments).toEqual({ sort: 'sideways' });
  expect(trial.about).toBe('the arguments are {"sort":"sideways"}');
});

test('what was made at random is made small in the same way, and told by what is left of it', async () => {
  const about = 'the arguments are {"sort":"down","note":"x"}';
  const { place: _, ...trial } = accepted({ sort: 'down', note: 'x' }, { kind: 'valid', about, gen: { source: 'fast-check' } }).trial;
  const failure: Failure = {
    verdict: 'too-large',
    trial,
    played: [playedOf(trial, { bytes: 1_000_000 })],
    what: 'a result of 1,000,000 bytes',
  };
  const tester = new Imagined(() => true);
  tester.repeat = async (tried, expect) => {
    const isLarge = tried.arguments.sort === 'down';
    return { played: playedOf(tried, isLarge ? { bytes: 1_000_000 } : {}, {}, expect), failure: isLarge ? failure : null };
  };
  expect(await small(tester, failure)).toMatchObject({ arguments: { sort: 'down' }, about: 'the arguments are {"sort":"down"}', at: null });
});

test('what is as small as can be stays as it is', async () => {
  const failure = accepted({ rows: 10, sort: 'up' });
  expect((await smallest(new Imagined(({ rows }) => rows === 10), failure)).trial.arguments).toEqual(failure.trial.arguments);
});

test('a run that is cut short makes no more calls for it', async () => {
  const tester = new Imagined(() => true, AbortSignal.abort());
  const failure = accepted({ rows: 10, sort: 'up', note: 'x' });
  expect(await smallest(tester, failure)).toBe(failure);
  expect(tester.made).toEqual([]);
});
