import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { bundledLibraries, embeddedChromium } from '../../../src/reference/browser/embedded.ts';
import { EMBEDDED } from '../../../src/reference/browser/embedded-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it is for Linux x64 only, and says what to do elsewhere', async () => {
  await expect(embeddedChromium({ platform: 'darwin-arm64' })).rejects.toMatchObject({
    message: expect.stringContaining('not for this platform (darwin-arm64)'),
    hint: expect.stringContaining('install Google Chrome or Microsoft Edge'),
  });
});

test('two processes that unpack at once both get the whole browser, in a private folder with nothing beside it', async () => {
  const cache = join(folder, 'two');
  const script = join(folder, 'unpack.mjs');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  buildSync({
    stdin: {
      contents:
        "import { embeddedChromium } from './src/reference/browser/embedded.ts';\nprocess.send((await embeddedChromium()).executable);",
      resolveDir: '.',
    },
    outfile: script,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const answers = await Promise.all([1, 2].map(async () => (await once(fork(script, { env }), 'message'))[0]));
  const own = join(cache, 'mcp-adapter', `chromium-${EMBEDDED.version}`);
  expect(answers).toEqual([join(own, 'chromium'), join(own, 'chromium')]);
  expect(readdirSync(own)).toEqual(['chromium']);
  expect(statSync(join(own, 'chromium')).size).toBe(EMBEDDED.bytes);
  expect(statSync(own).mode & 0o777).toBe(0o700);
});

test('a browser that lost its end is unpacked again, and what a process left that died over it is removed', async () => {
  const cache = join(folder, 'half');
  const own = join(cache, 'mcp-adapter', `chromium-${EMBEDDED.version}`);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'chromium'), '');
  const left = join(own, `.chromium.${'a'.repeat(24)}.tmp`);
  writeFileSync(left, '');
  utimesSync(left, 0, 0);
  truncateSync(join(own, 'chromium'), EMBEDDED.bytes - 1);
  const { executable } = await embeddedChromium({ env: { XDG_CACHE_HOME: cache } });
  expect(statSync(executable).size).toBe(EMBEDDED.bytes);
  expect(readdirSync(own)).toEqual(['chromium']);
});

test('the system libraries of the package stand beside the browser, whoever unpacks them', async () => {
  const executable = join(folder, 'libraries', 'chromium');
  mkdirSync(join(folder, 'libraries'));
  const [first, second] = await Promise.all([bundledLibraries(executable), bundledLibraries(executable)]);
  expect(first).toBe(second);
  expect(readdirSync(first)).toContain('libnss3.so');
  expect(readdirSync(join(folder, 'libraries'))).toEqual(['al2023']);
});

test('what cannot be unpacked is told with the reason', async () => {
  const cache = join(folder, 'a-file');
  writeFileSync(cache, '');
  await expect(embeddedChromium({ env: { XDG_CACHE_HOME: cache } })).rejects.toMatchObject({
    message: `${EMBEDDED.name} cannot be unpacked: ENOTDIR`,
  });
});
