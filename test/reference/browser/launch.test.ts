import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { BrowserChoice } from '../../../src/reference/browser/browser-choice.ts';
import { processesOf } from '../../../src/reference/browser/browser-processes.ts';
import { embeddedChromium } from '../../../src/reference/browser/embedded.ts';
import { launchBrowser } from '../../../src/reference/browser/launch.ts';

const root = mkdtempSync(join(tmpdir(), 'launch-'));
let choice: BrowserChoice;
beforeAll(async () => {
  choice = await embeddedChromium();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A browser that is the embedded one, after a shell script has had a look at how it is started. */
function scripted(name: string, lines: string): BrowserChoice {
  const executable = join(root, name);
  writeFileSync(executable, `#!/bin/sh\n${lines}\nexec ${choice.executable} "$@"\n`);
  chmodSync(executable, 0o700);
  return { ...choice, executable };
}

async function title(browser: Browser): Promise<string> {
  const page = await browser.newPage();
  await page.setContent('<title>here</title>');
  return page.title();
}

test('everything a browser and Playwright write is below the folder of the browser, and nothing in the temporary folder', async () => {
  const folder = mkdtempSync(join(root, 'folder-'));
  const tmp = mkdtempSync(join(root, 'tmp-'));
  vi.stubEnv('TMPDIR', tmp);
  const browser = await launchBrowser(choice, { folder });
  expect(process.env.TMPDIR).toBe(tmp);
  expect(await title(browser)).toBe('here');
  expect(readdirSync(folder).filter((name) => name.startsWith('playwright_'))).toHaveLength(1);
  expect(processesOf(folder)).not.toHaveLength(0);
  await browser.close();
  expect(processesOf(folder)).toEqual([]);
  expect(readdirSync(tmp)).toEqual([]);
});

test('browsers that are started at once are each in their own folder', async () => {
  const folders = [1, 2, 3].map(() => mkdtempSync(join(root, 'at-once-')));
  const browsers = await Promise.all(folders.map((folder) => launchBrowser(choice, { folder })));
  const profiles = folders.map((folder) => readdirSync(folder).filter((name) => name.startsWith('playwright_')).length);
  expect(profiles).toEqual([1, 1, 1]);
  await Promise.all(browsers.map((browser) => browser.close()));
});

test('without system libraries it is started with those of the package', async () => {
  const lacking = scripted(
    'lacking',
    '[ -n "$LD_LIBRARY_PATH" ] || { echo "chromium: error while loading shared libraries: libnspr4.so" >&2; exit 127; }',
  );
  const browser = await launchBrowser(lacking, { folder: mkdtempSync(join(root, 'folder-')), env: {} });
  expect(await title(browser)).toBe('here');
  expect(existsSync(join(root, 'al2023', 'lib', 'libnspr4.so'))).toBe(true);
  await browser.close();
});

test('a browser that crashes while it is started is started once more', async () => {
  const told: string[] = [];
  const mark = join(root, 'crashed-once');
  const crashing = scripted('crashing', `if [ ! -e ${mark} ]; then touch ${mark}; kill -SEGV $$; fi`);
  const browser = await launchBrowser(crashing, { folder: mkdtempSync(join(root, 'folder-')), log: (line) => told.push(line) });
  expect(await title(browser)).toBe('here');
  expect(told).toEqual([expect.stringContaining('crashed')]);
  await browser.close();
});

test('where the sandbox does not work it is started without, and the operator is told', async () => {
  const told: string[] = [];
  const jailed = scripted('jailed', 'case "$*" in *--no-sandbox*) ;; *) echo "No usable sandbox!" >&2; exit 1 ;; esac');
  const browser = await launchBrowser(jailed, {
    folder: mkdtempSync(join(root, 'folder-')),
    sandbox: true,
    log: (line) => told.push(line),
  });
  expect(await title(browser)).toBe('here');
  expect(told).toEqual([expect.stringContaining('sandbox')]);
  await browser.close();
});

test('a browser that fails for any other reason is started once, and the temporary folder of the process is as it was', async () => {
  const count = join(root, 'starts');
  const tmp = process.env.TMPDIR;
  const broken = scripted('broken', `echo x >> ${count}; exit 1`);
  await expect(launchBrowser(broken, { folder: mkdtempSync(join(root, 'folder-')), sandbox: true })).rejects.toThrow();
  expect(readFileSync(count, 'utf8')).toBe('x\n');
  expect(process.env.TMPDIR).toBe(tmp);
});

test('the browser looks no name up: that is for the guard', async () => {
  const server = createServer((_request, response) => response.end('<title>there</title>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const browser = await launchBrowser(choice, { folder: mkdtempSync(join(root, 'names-')) });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  expect(await page.title()).toBe('there');
  await expect(page.goto(`http://foo.localhost:${port}/`)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  await browser.close();
  server.close();
});

test('no variable that may hold a secret or names a proxy reaches the browser', async () => {
  const seen = join(root, 'seen');
  const spying = scripted('spying', `env > ${seen}`);
  const env = { ...process.env, http_proxy: 'http://127.0.0.9:1', SHOP_PASSWORD: 'hunter2' };
  const browser = await launchBrowser(spying, { folder: mkdtempSync(join(root, 'folder-')), env });
  await browser.close();
  expect(readFileSync(seen, 'utf8')).not.toMatch(/proxy|SHOP_PASSWORD/i);
  expect(readFileSync(seen, 'utf8')).toMatch(/^PATH=/m);
});
