import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/model/json.ts';
import { validateValues } from '../../../src/schema/validate.ts';
import type { Mutation } from './mutation.ts';
import { combinedMutations } from './schema-combined.ts';
import { inputMutations } from './schema-inputs.ts';
import { nestedMutations } from './schema-nested.ts';
import { schemaNoOps } from './schema-noops.ts';
import { outputMutations } from './schema-outputs.ts';

// The tables say by hand what each change means. A validator, which knows nothing of the comparison, is asked whether they are right.

const inputs = [...inputMutations, ...nestedMutations, ...combinedMutations];
/** What breaks a caller although no call that was right is refused. */
const REFUSES_NOTHING = /bound-removed|header|network-ref/;
/** The validator does not see a member of this name. */
const UNSEEN = '__proto__';
/** What breaks a reader although no result is new: there is only less to read. */
const LESS_TO_READ = ['output: the schema is gone', 'output: a field of a closed result is gone'];

describe('an input change that is called breaking', () => {
  it.each(inputs.filter((each) => isBreaking(each) && !each.name.includes(UNSEEN)))(
    'has a call that was right and is refused now: $name',
    ({ before, after, witness }) => {
      expect(witness).toBeDefined();
      expect(allowed(before.inputSchema, [witness])).toEqual([true]);
      expect(allowed(after.inputSchema, [witness])).toEqual([false]);
    },
  );
});

describe('an output change that breaks or surprises a reader', () => {
  const wider = outputMutations.filter(({ name, expect: all }) => has(all, /output-(changed|widened)/) && !LESS_TO_READ.includes(name));
  it.each(wider)('has a result that could not occur before: $name', ({ before, after, witness }) => {
    expect(witness).toBeDefined();
    expect(allowed(before.outputSchema, [witness])).toEqual([false]);
    expect(allowed(after.outputSchema, [witness])).toEqual([true]);
  });
});

/** Values that fit many of the schemas, and just not others. */
const plain = [
  null,
  true,
  0,
  1,
  1.5,
  5,
  8,
  9,
  50,
  '',
  'x',
  'y',
  'A-1',
  '123456789',
  [],
  [1],
  [1, 1],
  [true, 9],
  {},
  { x: 'x' },
  { y: 'y' },
  { kind: 'x' },
];
const values = [
  ...[...inputs, ...outputMutations].flatMap(({ witness }) => witness ?? []),
  ...plain.filter(isObject),
  ...plain.map((a) => ({ a })),
];

describe('an input change that is called harmless', () => {
  const harmless = inputs.filter(({ expect: all }) => !has(all, /schema-undecided|constraint-added|network-ref/) && !all.some(isError));
  it.each(harmless)('refuses nothing that was right: $name', ({ before, after }) => {
    const right = allowedOf(before.inputSchema);
    expect(right.length).toBeGreaterThan(0);
    expect(right.filter((value) => !allowed(after.inputSchema, [value])[0])).toEqual([]);
  });
});

describe('other words for the same promise', () => {
  // A validator does not know that arguments are always objects; and it knows neither older forms nor the network.
  const judged = schemaNoOps.filter(({ name }) => !/old form|network/.test(name));
  it.each(judged)('allow the same values: $name', ({ before, after }) => {
    expect(allowedOf(before.inputSchema)).toEqual(allowedOf(after.inputSchema));
  });
});

function isBreaking({ expect: all }: Mutation): boolean {
  return all.some((each) => isError(each) && !REFUSES_NOTHING.test(each.rule));
}

function isError({ severity }: Mutation['expect'][number]): boolean {
  return severity === 'error';
}

function has(all: Mutation['expect'], rules: RegExp): boolean {
  return all.some(({ rule }) => rules.test(rule));
}

function allowedOf(schema: unknown): unknown[] {
  const verdicts = allowed(schema, values);
  return values.filter((_, index) => verdicts[index]);
}

function allowed(schema: unknown, judged: readonly unknown[]): boolean[] {
  const verdicts = validateValues(schema, judged);
  if (verdicts.some(({ unjudged }) => unjudged !== null)) throw new Error(`not judged: ${JSON.stringify(verdicts)}`);
  return verdicts.map(({ violations }) => violations.length === 0);
}
