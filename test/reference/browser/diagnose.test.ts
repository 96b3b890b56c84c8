import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { diagnoseBrowser } from '../../../src/reference/browser/diagnose.ts';
import { ageWarning, releasedAt } from '../../../src/reference/browser/release-date.ts';

const folder = mkdtempSync(join(tmpdir(), 'diagnose-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a browser that works is told with its version, how long it took and that it takes pictures', async () => {
  const seen = await diagnoseBrowser('embedded', { now: () => Date.UTC(2026, 4, 1) });
  expect(seen).toMatchObject({ chosen: { source: 'embedded' }, tried: [], screenshotOk: true, ageWarning: null });
  expect(seen.version).toMatch(/^147\.0\./);
  expect(seen.launchMs).toBeGreaterThan(0);
});

test('a browser that does not start is told as tried, and the next one is chosen', async () => {
  const broken = join(folder, 'google-chrome');
  writeFileSync(broken, '#!/bin/sh\nexit 1\n', { mode: 0o700 });
  const env = { ...process.env, PATH: `${folder}:/usr/bin:/bin`, MCP_ADAPTER_BROWSER: '' };
  const { chosen, tried } = await diagnoseBrowser(null, { env });
  expect(chosen).not.toBeNull();
  expect(chosen?.executable).not.toBe(broken);
  expect(tried).toContainEqual({ what: 'google-chrome', why: 'it does not start' });
});

test('a browser that is named and does not start is not replaced', async () => {
  const broken = join(folder, 'named');
  writeFileSync(broken, '#!/bin/sh\nexit 1\n', { mode: 0o700 });
  const seen = await diagnoseBrowser(broken);
  expect(seen).toMatchObject({ chosen: null, version: null, screenshotOk: false });
  expect(seen.tried.at(-1)?.what).toBe(broken);
});

test('a browser is too old after 60 days', () => {
  expect(ageWarning('147.0.7727.0', Date.UTC(2026, 5, 6))).toBeNull();
  expect(ageWarning('147.0.7727.0', Date.UTC(2026, 5, 7))).toContain('61 days old');
});

test.each([
  ['147.0.7727.0', '2026-04-07'],
  ['149.0.7827.53', '2026-06-02'],
  ['153.0.0.0', '2026-09-08'],
  ['154.0.0.0', '2026-09-22'],
])('Chromium %s became stable on %s', (version, day) => {
  expect(new Date(releasedAt(version) ?? 0).toISOString()).toBe(`${day}T00:00:00.000Z`);
});
