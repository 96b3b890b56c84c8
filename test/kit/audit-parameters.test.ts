import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditKey, summariseParameters } from '../../src/kit/audit/index.ts';
import { newState } from './harness.ts';

const KEY = 'a key of this test';
const keyed = (text: string) => createHash('sha256').update(KEY).update(text).digest('hex').slice(0, 8);
const of = (value: unknown, loggable = false) => summariseParameters({ value }, loggable ? ['value'] : [], KEY).value;

describe('what is said of an argument', () => {
  test.each<[string, unknown, object]>([
    ['a text, in characters', 'é😀', { type: 'string', length: 2, hash: keyed('"é😀"') }],
    ['a list, in items', [1, 'a'], { type: 'array', length: 2, hash: keyed('[1,"a"]') }],
    ['an object, in members', { b: 1, a: [true] }, { type: 'object', length: 2, hash: keyed('{"a":[true],"b":1}') }],
    ['a number', 1.5, { type: 'number', hash: keyed('1.5') }],
    ['a truth value', false, { type: 'boolean', hash: keyed('false') }],
    ['null', null, { type: 'null', hash: keyed('null') }],
    ['an empty text', '', { type: 'string', length: 0, hash: keyed('""') }],
  ])('%s', (_name, value, expected) => {
    expect(of(value)).toEqual(expected);
  });

  test('equal values have one hash whatever the order of their members; another key gives another', () => {
    expect(of({ a: 1, b: { c: 2, d: 3 } })).toEqual(of({ b: { d: 3, c: 2 }, a: 1 }));
    expect(of('secret')?.hash).not.toBe(of('secret2')?.hash);
    expect(summariseParameters({ value: 'secret' }, [], 'another key').value?.hash).not.toBe(of('secret')?.hash);
  });

  test('no value is in it, but of what the tool marks loggable', () => {
    const summary = summariseParameters({ id: 'A-1', token: 'hunter2', nested: { id: 'hunter3' } }, ['id'], KEY);
    expect(summary.id?.value).toBe('A-1');
    expect(JSON.stringify(summary)).not.toMatch(/hunter/);
  });

  test('a loggable value is cut to 200 characters, and never in the middle of one', () => {
    expect(of('😀'.repeat(300), true)).toMatchObject({ length: 300, value: '😀'.repeat(200) });
    expect(of({ list: [1, 2] }, true)?.value).toEqual({ list: [1, 2] });
    expect(of({ list: Array.from({ length: 300 }, () => 1) }, true)?.value).toBe(`{"list":[${'1,'.repeat(300)}`.slice(0, 200));
    expect([of(7, true)?.value, of(null, true)?.value, of(false, true)?.value]).toEqual([7, null, false]);
  });

  test('at most 50 arguments, their names cut to 100 characters', () => {
    const names = Object.keys(summariseParameters(Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`p${index}`, 1])), [], KEY));
    expect(names).toEqual(Array.from({ length: 50 }, (_, index) => `p${index}`));
    expect(Object.keys(summariseParameters({ ['n'.repeat(5_000)]: 1 }, [], KEY))).toEqual(['n'.repeat(100)]);
  });

  test('an argument called __proto__ is one like any other', () => {
    const summary = summariseParameters(JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'), [], KEY);
    expect(Object.keys(summary)).toEqual(['__proto__', 'constructor']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test.each([null, undefined, 'text', 7, [1, 2]])('arguments that are no object (%j) have no parameters', (args) => {
    expect(summariseParameters(args, [], KEY)).toEqual({});
  });
});

describe('hostile values are summed up like others', () => {
  const nested = (levels: number) => {
    let value: unknown = 'end';
    for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
    return value;
  };
  const circle: Record<string, unknown> = {};
  circle.self = [circle];
  test.each<[string, unknown, object]>([
    ['100,000 levels', nested(100_000), { type: 'array', length: 1 }],
    ['a text of 20 MB', 'x'.repeat(20_000_000), { type: 'string', length: 20_000_000 }],
    ['a million items', Array.from({ length: 1_000_000 }, () => 1), { type: 'array', length: 1_000_000 }],
    [
      '300,000 members',
      Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`k${index}`, index])),
      { type: 'object', length: 300_000 },
    ],
    ['a circle', circle, { type: 'object', length: 1 }],
    ['lone surrogates', '\ud800\ud800', { type: 'string', length: 2 }],
    ['a function', { toJSON: () => 'x' }, { type: 'object', length: 1 }],
    ['a bigint', 1n, { type: 'bigint' }],
    ['nothing', undefined, { type: 'nothing' }],
    ['a number that is none', Number.NaN, { type: 'number' }],
  ])('%s', (_name, value, expected) => {
    const summary = of(value, true);
    expect(summary).toMatchObject(expected);
    expect(summary?.hash).toMatch(/^[0-9a-f]{8}$/);
    expect(JSON.stringify(summary).length).toBeLessThan(1_000);
  });

  test('the limit is 50 levels and 256 KiB: below it the whole value counts, above it the beginning', () => {
    expect(of(nested(50))?.hash).toBe(keyed(JSON.stringify(nested(50))));
    expect(of(nested(51))?.hash).not.toBe(keyed(JSON.stringify(nested(51))));
    const large = (end: string) => 'x'.repeat(300_000) + end;
    expect(of(large('a'))?.hash).toBe(of(large('b'))?.hash);
    const small = (end: string) => 'x'.repeat(250_000) + end;
    expect(of(small('a'))?.hash).not.toBe(of(small('b'))?.hash);
  });
});

describe('the key', () => {
  test('is made once by whoever comes first, 32 bytes that only the user can read', async () => {
    const state = join(newState(), 'new');
    const keys = await Promise.all(Array.from({ length: 20 }, () => auditKey(state)));
    const stored = readFileSync(join(state, 'audit', 'key'));
    expect(stored).toHaveLength(32);
    for (const key of [...keys, await auditKey(state)]) expect(key.equals(stored)).toBe(true);
    expect(statSync(join(state, 'audit', 'key')).mode & 0o777).toBe(0o600);
  });

  test('where the folder cannot be written or the key is damaged, one lives as long as the process', async () => {
    const state = join(newState(), 'state');
    writeFileSync(state, 'a file');
    expect(await auditKey(state)).toHaveLength(32);
    const damaged = newState();
    mkdirSync(join(damaged, 'audit'));
    writeFileSync(join(damaged, 'audit', 'key'), 'short');
    const [one, two] = [await auditKey(damaged), await auditKey(damaged)];
    expect(one).toHaveLength(32);
    expect(one.equals(two)).toBe(false);
    expect(readFileSync(join(damaged, 'audit', 'key'), 'utf8')).toBe('short');
  });
});
