import { expect, test } from 'vitest';
import { Fault } from '../../src/model/fault.ts';
import { loadReporter, REPORTERS } from '../../src/report/index.ts';
import { faultyCheck } from './runs.ts';

test.each(REPORTERS)('%s is a function from a run to a text that ends with one newline', async (name) => {
  const reporter = await loadReporter(name);
  const run = faultyCheck();
  const text = reporter(run);
  expect(text).toContain('stdio/stdout-noise');
  expect(text).toMatch(/[^\n]\n$/);
  expect(reporter(run)).toBe(text);
  expect(run).toEqual(faultyCheck());
});

test.each(['html', 'toString', '__proto__', ''])('an unknown name (%s) is a mistake of the user, who is told the names', async (name) => {
  const fault = await loadReporter(name).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Fault);
  expect(fault).toMatchObject({ kind: 'usage', hint: 'choose one of pretty, json, junit, sarif, github, markdown' });
});
