import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REFERENCE_SCHEMA } from '../../src/config/reference-schema.ts';
import { isObject } from '../../src/model/json.ts';

const page = readFileSync('docs/reference.md', 'utf8');
const kit = readFileSync('docs/kit.md', 'utf8');

/** Codes by which the sources of the bundled adapter fail. */
function codesInSource(): string[] {
  const files = readdirSync('src/reference', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const sources = files.map((file) => readFileSync(join('src/reference', file), 'utf8'));
  const thrown = sources.flatMap((text) => [...text.matchAll(/new ToolError\(\s*'(\w+)'/g)]);
  const ofTexts = readFileSync('src/reference/pages/failure-texts.ts', 'utf8').matchAll(/'([a-z]+(?:_[a-z]+)*)',\s*(?:true|false)/g);
  return [...new Set([...thrown, ...ofTexts].map(([, code = '']) => code))].sort();
}

/** The members of the configuration that have a name of their own, however deep. */
function keysIn(schema: unknown): string[] {
  if (!isObject(schema)) return [];
  const own = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return [...own.flatMap(([name, each]) => [name, ...keysIn(each)]), ...keysIn(schema.additionalProperties), ...keysIn(schema.items)];
}

describe('docs/reference.md names', () => {
  const codes = codesInSource();
  test.each(codes)('the code %s, unless docs/kit.md does', (code) => {
    expect(page + kit).toContain(`\`${code}\``);
  });

  test('those codes, and finds some to name', () => {
    expect(codes).toEqual(expect.arrayContaining(['url_blocked', 'page_failed', 'egress_mismatch']));
  });

  test.each([...new Set(keysIn(REFERENCE_SCHEMA))])('the member %s of the configuration', (key) => {
    expect(page).toMatch(new RegExp(`[\`".]${key}["\`]|\\b${key} \\(`));
  });
});
