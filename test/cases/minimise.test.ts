import { describe, expect, test } from 'vitest';
import { type Budget, type Candidate, minimise } from '../../src/cases/minimise.ts';
import { childOf, isObject, keysIn } from '../../src/model/json.ts';
import { randomFrom } from '../random-from.ts';

const plenty: Budget = { calls: 100_000, deadlineMs: 1, now: () => 0 };

/** The smallest form of some arguments for which `fails` holds. */
async function smallest(given: unknown, fails: (given: unknown) => boolean, budget: Partial<Budget> = {}) {
  return minimise({ arguments: given, setup: [] }, async (candidate) => fails(candidate.arguments), { ...plenty, ...budget });
}

const at = (value: unknown, pointer: string) => keysIn(pointer).reduce<unknown>(childOf, value);
const textAt = (value: unknown, pointer: string) => {
  const found = at(value, pointer);
  return typeof found === 'string' ? found : '';
};

test('steps of the set-up that the failure does not need are left out, and the others keep their order', async () => {
  const setup = ['s1', 's2', 's3', 's4', 's5', 's6', 's7'];
  const needed = ['s2', 's3', 's7'];
  const fails = async (candidate: Candidate) => needed.every((id) => candidate.setup.includes(id));
  expect(await minimise({ arguments: {}, setup }, fails, plenty)).toMatchObject({ setup: needed, complete: true });
});

test('of many members only the one that matters stays', async () => {
  const given = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, index]));
  const found = await smallest(given, (value) => at(value, '/field_17') !== undefined);
  expect(found).toMatchObject({ arguments: { field_17: null }, complete: true });
});

test('a list keeps the items that matter, wherever they stood', async () => {
  const given = { tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] };
  const fails = (value: unknown) => {
    const tags = at(value, '/tags');
    return Array.isArray(tags) && tags.includes('b') && tags.includes('g');
  };
  expect((await smallest(given, fails)).arguments).toEqual({ tags: ['b', 'g'] });
});

test('a text is cut between characters, never within one', async () => {
  const seen: string[] = [];
  const found = await smallest({ note: `${'👩'.repeat(20)}é${'👩'.repeat(20)}` }, (value) => {
    seen.push(textAt(value, '/note'));
    return textAt(value, '/note').includes('é');
  });
  expect(found.arguments).toEqual({ note: 'é' });
  for (const text of seen) expect(text).not.toMatch(/[\ud800-\udfff]/u);
});

test.each([
  ['a bound above', 5_000, (n: number) => n > 120, 121],
  ['a bound below', -5_000, (n: number) => n < -7, -8],
  ['no bound', 77, () => true, 0],
  ['a whole number for a fraction', 12.75, (n: number) => n > 3, 4],
  ['an integer beyond the safe ones', 2 ** 60, (n: number) => n >= 2 ** 53, 2 ** 53],
])('a number goes toward 0: %s', async (_, given, fails, expected) => {
  const found = await smallest({ n: given }, (value) => typeof at(value, '/n') === 'number' && fails(Number(at(value, '/n'))));
  expect(found).toMatchObject({ arguments: { n: expected }, complete: true });
});

test('a fraction that must not be whole comes near its bound, and to an end', async () => {
  const found = await smallest({ n: 0.9 }, (value) => Number(at(value, '/n')) > 0.25);
  const n = Number(at(found.arguments, '/n'));
  expect(n).toBeGreaterThan(0.25);
  expect(n).toBeLessThan(0.26);
  expect(found.complete).toBe(true);
});

test('integers stay integers', async () => {
  const seen: unknown[] = [];
  await smallest({ n: 1001 }, (value) => {
    seen.push(at(value, '/n') ?? 0);
    return Number(at(value, '/n')) > 600;
  });
  for (const n of seen) expect(Number.isInteger(n)).toBe(true);
});

test('what need only be there becomes null', async () => {
  const found = await smallest({ a: { b: [1, 2] }, c: true, d: 'x' }, (value) => isObject(value) && 'a' in value && 'c' in value);
  expect(found.arguments).toEqual({ a: null, c: null });
});

test('the arguments stay an object', async () => {
  expect((await smallest({ a: 1 }, () => true)).arguments).toEqual({});
});

test('a member that only seems to be a prototype is data', async () => {
  const given: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}');
  const found = await smallest(given, (value) => JSON.stringify(value).includes('__proto__'));
  expect(JSON.stringify(found.arguments)).toBe('{"__proto__":null}');
});

describe('places that are bound', () => {
  test('keep their value and their pointer', async () => {
    const given = { env_id: 'env_7c1', url: 'http://127.0.0.1/x', list: [1, { token: 'abc', more: 1 }, 3] };
    const found = await smallest(given, () => true, { keep: ['/env_id', '/list/1/token'] });
    expect(found.arguments).toEqual({ env_id: 'env_7c1' });
    const needed = await smallest(given, (value) => at(value, '/list/1') !== undefined, { keep: ['/env_id', '/list/1/token'] });
    expect(needed.arguments).toEqual({ env_id: 'env_7c1', list: [null, null] });
    const inside = await smallest(given, (value) => isObject(at(value, '/list/1')), { keep: ['/env_id', '/list/1/token'] });
    expect(inside.arguments).toEqual({ env_id: 'env_7c1', list: [null, { token: 'abc' }] });
  });

  test('within a list hold back what stands before them, so that no other value takes their place', async () => {
    const found = await smallest(
      { list: [{ token: 'bound' }, { token: 'plain' }, 3] },
      (value) => JSON.stringify(value).includes('plain'),
      {
        keep: ['/list/0/token'],
      },
    );
    expect(found.arguments).toEqual({ list: [null, { token: 'plain' }] });
  });
});

describe('the budget', () => {
  const given = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, 'a long text indeed']));
  const fails = (value: unknown) => isObject(value) && ['k3', 'k50', 'k99'].every((key) => textAt(value, `/${key}`).includes('long'));

  test('of calls is never passed, and what it came to still fails', async () => {
    const found = await smallest(given, fails, { calls: 25 });
    expect(found).toMatchObject({ calls: 25, complete: false });
    expect(fails(found.arguments)).toBe(true);
    expect(JSON.stringify(found.arguments).length).toBeLessThan(JSON.stringify(given).length);
  });

  test('of time ends it too', async () => {
    let clock = 0;
    const found = await smallest(given, fails, { deadlineMs: 10, now: () => clock++ });
    expect(found).toMatchObject({ calls: 10, complete: false });
  });

  test('nothing is tested when there is none', async () => {
    expect(await smallest(given, fails, { calls: 0 })).toEqual({ arguments: given, setup: [], calls: 0, complete: false });
  });
});

test('what a test throws comes through', async () => {
  const broken = minimise({ arguments: { a: 1 }, setup: [] }, () => Promise.reject(new Error('the adapter is gone')), plenty);
  await expect(broken).rejects.toThrow('the adapter is gone');
});

function valueFrom(random: () => number, levels: number): unknown {
  const kind = Math.floor(random() * (levels ? 6 : 4));
  const count = 1 + Math.floor(random() * 5);
  if (kind === 0) return Math.floor(random() * 1000);
  if (kind === 1) return random() < 0.5;
  if (kind === 2) return Array.from({ length: count * 2 }, () => String.fromCodePoint(97 + Math.floor(random() * 26))).join('');
  if (kind === 3) return null;
  if (kind === 4) return Array.from({ length: count }, () => valueFrom(random, levels - 1));
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, valueFrom(random, levels - 1)]));
}

/** Every place of a value but the root. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return entries.flatMap(([key, each]) => [[...path, key], ...placesIn(each, [...path, key])]);
}

function without(value: unknown, [key = '', ...path]: string[]): unknown {
  if (Array.isArray(value)) {
    if (!path.length) return value.filter((_, index) => String(index) !== key);
    return value.map((each, index) => (String(index) === key ? without(each, path) : each));
  }
  const entries = Object.entries(value ?? {});
  if (!path.length) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return Object.fromEntries(entries.map(([name, each]) => [name, name === key ? without(each, path) : each]));
}

const SEEDS = Array.from({ length: 30 }, (_, index) => index + 1);

test.each(SEEDS)('seed %i: the result fails, and without any one member, item or step it does not', async (seed) => {
  const random = randomFrom(seed);
  const given = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`a${index}`, valueFrom(random, 3)]));
  const setup = Array.from({ length: 8 }, (_, index) => `s${index + 1}`);
  // The failure hangs on some places (by what stands there, as lists shift), on some steps, and every third time on an even number of places.
  const places = placesIn(given);
  const wanted = Array.from({ length: 1 + (seed % 4) }, () => places[Math.floor(random() * places.length)] ?? []);
  const leaves = wanted.map((path) => JSON.stringify(path.reduce<unknown>(childOf, given)));
  const steps = setup.filter(() => random() < 0.3);
  const even = seed % 3 === 0;
  const parity = places.length % 2;
  const fails = ({ arguments: value, setup: made }: Candidate) =>
    leaves.every((leaf) => JSON.stringify(value).includes(leaf)) &&
    steps.every((step) => made.includes(step)) &&
    (!even || placesIn(value).length % 2 === parity);

  const asked = new Set<string>();
  const found = await minimise(
    { arguments: given, setup },
    async (candidate) => {
      const text = JSON.stringify(candidate);
      expect(asked.has(text)).toBe(false);
      asked.add(text);
      return fails(candidate);
    },
    plenty,
  );
  expect(found.complete).toBe(true);
  expect(found.calls).toBe(asked.size);
  expect(fails(found)).toBe(true);
  expect(found.setup).toEqual(steps);
  for (const path of placesIn(found.arguments))
    expect(fails({ ...found, arguments: without(found.arguments, path) }), `without /${path.join('/')}`).toBe(false);
  for (const step of found.setup) expect(fails({ ...found, setup: found.setup.filter((each) => each !== step) })).toBe(false);
});
