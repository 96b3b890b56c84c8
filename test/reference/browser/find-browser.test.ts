import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/model/fault.ts';
import type { BrowserChoice } from '../../../src/reference/browser/browser-choice.ts';
import { browserMissing, type FindOptions, findBrowser } from '../../../src/reference/browser/find-browser.ts';

const EMBEDDED: BrowserChoice = { executable: '/cache/chromium', env: {}, version: '147.0.0', source: 'embedded' };

/** A machine with these files, and with the embedded browser if it is said. */
function machine(files: string[], over: Partial<FindOptions> & { embeds?: boolean } = {}): FindOptions {
  const { embeds = false, ...rest } = over;
  const there = new Set([...files, ...(embeds ? [EMBEDDED.executable] : [])]);
  return {
    browser: null,
    env: { PATH: '/usr/local/bin:/usr/bin', HOME: '/home/ada' },
    platform: 'linux-x64',
    exists: (file) => there.has(file),
    playwright: async () => '/home/ada/.cache/ms-playwright/chrome',
    async embedded() {
      if (embeds) return EMBEDDED;
      throw new Fault('config', '@sparticuz/chromium is not installed');
    },
    ...rest,
  };
}

const EVERYTHING = [
  '/usr/bin/microsoft-edge',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-headless-shell',
  '/home/ada/.cache/ms-playwright/chrome',
];

describe('the order', () => {
  test.each([
    ['the headless shell', EVERYTHING, '/usr/bin/chromium-headless-shell', 'system'],
    ['Chrome', EVERYTHING.slice(0, 3), '/usr/bin/google-chrome-stable', 'system'],
    ['Chromium', EVERYTHING.slice(0, 2), '/usr/bin/chromium-browser', 'system'],
    ['Edge', EVERYTHING.slice(0, 1), '/usr/bin/microsoft-edge', 'system'],
    ['the one of Playwright', EVERYTHING.slice(4), '/home/ada/.cache/ms-playwright/chrome', 'playwright'],
    ['the embedded one', [], '/cache/chromium', 'embedded'],
  ])('%s is taken when nothing before it is there', async (_name, files, executable, source) => {
    const { choice } = await findBrowser(machine(files, { embeds: true }));
    expect(choice).toMatchObject({ executable, source });
  });

  test('what was passed over is told with the reason, in order', async () => {
    const { tried } = await findBrowser(machine(['/usr/bin/chromium']));
    expect(tried).toEqual([
      { what: 'MCP_ADAPTER_BROWSER', why: 'unset' },
      { what: 'chromium-headless-shell', why: 'not found' },
      { what: 'google-chrome', why: 'not found' },
    ]);
  });

  test('one that did not start is passed over, even for another of the same kind', async () => {
    const broken = new Map([['/usr/local/bin/chromium', 'it does not start']]);
    const { choice } = await findBrowser(machine(['/usr/local/bin/chromium', '/usr/bin/chromium'], { broken }));
    expect(choice?.executable).toBe('/usr/bin/chromium');
    const { tried } = await findBrowser(machine(['/usr/local/bin/chromium'], { broken, embeds: true }));
    expect(tried).toContainEqual({ what: 'chromium', why: 'it does not start' });
  });
});

describe('a browser that is named', () => {
  test.each([
    ['the config', { browser: '/opt/mine' }],
    ['MCP_ADAPTER_BROWSER', { env: { PATH: '/usr/bin', MCP_ADAPTER_BROWSER: '/opt/mine' } }],
  ])('by %s is the one, though others are there', async (_name, over) => {
    const { choice } = await findBrowser(machine([...EVERYTHING, '/opt/mine'], over));
    expect(choice).toMatchObject({ executable: '/opt/mine', source: 'config' });
  });

  test.each([
    ['the config', { browser: '/opt/mine' }],
    ['MCP_ADAPTER_BROWSER', { env: { PATH: '/usr/bin', MCP_ADAPTER_BROWSER: '/opt/mine' } }],
  ])('by %s but not there is not replaced by another', async (name, over) => {
    const found = await findBrowser(machine(EVERYTHING, { ...over, embeds: true }));
    expect(found).toEqual({ choice: null, tried: [{ what: `the browser that ${name} names`, why: 'not found' }] });
  });

  test('the config comes before the variable', async () => {
    const env = { MCP_ADAPTER_BROWSER: '/opt/mine' };
    const { choice } = await findBrowser(machine(['/opt/mine'], { browser: 'embedded', env, embeds: true }));
    expect(choice).toEqual(EMBEDDED);
  });

  test.each([{ browser: 'embedded' }, { env: { MCP_ADAPTER_BROWSER: 'embedded' } }])('"embedded" is never another: %j', async (over) => {
    const { choice, tried } = await findBrowser(machine(EVERYTHING, over));
    expect(choice).toBeNull();
    expect(tried).toEqual([{ what: '@sparticuz/chromium', why: '@sparticuz/chromium is not installed' }]);
  });
});

test.each([
  ['darwin-arm64', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', {}],
  ['darwin-arm64', '/home/ada/Applications/Chromium.app/Contents/MacOS/Chromium', { HOME: '/home/ada' }],
  ['win32-x64', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', { PROGRAMFILES: 'C:\\Program Files' }],
  ['win32-x64', 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe', { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' }],
  ['win32-x64', 'D:\\tools\\chrome.exe', { PATH: 'C:\\Windows;D:\\tools' }],
])('on %s it is found at %s', async (platform, file, env) => {
  const { choice } = await findBrowser(machine([file], { platform, env }));
  expect(choice).toMatchObject({ executable: file, source: 'system' });
});

test('with none at all the caller is told what was tried and what a person can do, without a path', async () => {
  const { tried } = await findBrowser(machine([]));
  const error = browserMissing(tried, 'linux-x64');
  expect(error).toMatchObject({ code: 'browser_missing', retryable: false });
  expect(error.message).toMatch(
    /^No browser\. Tried: MCP_ADAPTER_BROWSER \(unset\); chromium-headless-shell \(not found\); .*npx playwright-core install chromium/,
  );
  expect(error.message).toContain('mcp-adapter doctor --install-browser');
  expect(error.message).not.toContain('/home');
  expect(browserMissing(tried, 'darwin-arm64').message).not.toContain('--install-browser');
});
