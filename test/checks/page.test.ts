import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cli } from '../cli/run-cli.ts';

test('docs/rules.md is what the catalogue says (npm run rules writes it)', async () => {
  const { stdout } = await cli(['rules', '--format', 'markdown']);
  expect(readFileSync('docs/rules.md', 'utf8')).toBe(stdout);
});
