import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../fixtures/site/start.mjs';
import type { Diagnosis } from '../../src/cli/doctor.ts';
import { folderWith } from '../suite/suite-folder.ts';
import { cli } from './run-cli.ts';

const env = (more: Record<string, string> = {}) => ({ PATH: process.env.PATH, HOME: process.env.HOME, ...more });

/** The line of the browser, and how the command ended. */
async function browserLine(
  more: Record<string, string>,
  cwd = folderWith(),
): Promise<{ browser: Diagnosis | undefined; exitCode: number }> {
  const { stdout, exitCode } = await cli(['doctor', '--json'], { cwd, env: env(more) });
  const { checks }: { checks: Diagnosis[] } = JSON.parse(stdout);
  return { browser: checks.find(({ what }) => what.startsWith('browser')), exitCode };
}

describe('doctor tells whether the bundled adapter gets a browser', () => {
  test('the embedded one, which it starts', async () => {
    const { browser, exitCode } = await browserLine({ MCP_ADAPTER_BROWSER: 'embedded' });
    expect(browser).toMatchObject({ ok: true, seen: expect.stringMatching(/^Chromium 147\.0\.\d+\.\d+ \(embedded: .*takes pictures$/) });
    expect(exitCode).toBe(0);
  });

  test('one that is not there is missing, with what was tried and what to do; nothing else needs it', async () => {
    const { browser, exitCode } = await browserLine({ MCP_ADAPTER_BROWSER: '/no/such/chromium' });
    expect(browser).toMatchObject({ ok: false, needed: false, seen: expect.stringContaining('MCP_ADAPTER_BROWSER names (not found)') });
    expect(browser?.todo).toMatch(/only the bundled adapter needs one: .*install/);
    expect(exitCode).toBe(0);
  });

  test('the one of a provider that the config names, at its endpoint', async () => {
    const reference = {
      regions: { 'US-CA': { addresses: ['127.0.0.2'] } },
      echo: { url: 'http://127.0.0.1:8080/echo' },
      // Nothing listens on the port of tcpmux.
      provider: { kind: 'cdp', endpoint: 'http://127.0.0.1:1' },
    };
    const { browser } = await browserLine({}, folderWith({ 'mcp-adapter.json': JSON.stringify({ reference }) }));
    expect(browser).toMatchObject({ what: 'browsers (cdp)', ok: false, needed: false });
    expect(browser?.todo).not.toBe('');
  });
});

describe('doctor --targets compares pages with their maps', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  /** A config for the world with this map alone. */
  function configWith(map: string): { cwd: string; config: string } {
    const cwd = folderWith({ 'map.yaml': `format: mcp-adapter/targets@1\npages:\n${map}` });
    const config = join(cwd, 'mcp-adapter.json');
    writeFileSync(config, JSON.stringify({ reference: { ...world.config, targets: [{ file: 'map.yaml', origin: world.url }] } }));
    return { cwd, config };
  }

  test('those of the fixture site are as they say', async () => {
    const { exitCode, stdout, stderr } = await cli(['doctor', '--targets'], { env: env({ MCP_ADAPTER_BROWSER: 'embedded' }) });
    expect(stdout).toMatch(/^ok {6}http:\/\/127\.0\.0\.1:\d+\/orders\.html: \d+ targets$/m);
    // A page for which a person is needed, and a path that stands for many.
    expect(stdout.match(/^skipped .*$/gm)).toEqual([
      expect.stringContaining('/challenge.html: human_verification_required'),
      expect.stringMatching(/\*.*: its path stands for many pages$/),
    ]);
    expect(stdout).toMatch(/\n12 pages as the maps say, 2 skipped(, \d targets? moved)?\n$/);
    expect(stderr).toContain('the fixture site');
    expect(exitCode).toBe(0);
  });

  test('what is gone is named, and so is what only a later locator finds', async () => {
    const { cwd, config } = configWith(`
  - path: /sign-in.html
    targets:
      user name: { kind: field, locators: [{ testid: user-that-was }, { label: User name }] }
      password: { kind: field, locators: [{ label: Password }] }
      captain: { kind: button, locators: [{ role: button, name: Captain }] }
      any field: { kind: field, locators: [{ testid: no-such-field }, { css: "form input" }] }
`);
    const { exitCode, stdout } = await cli(['doctor', '--targets', '--config', config], {
      cwd,
      env: env({ MCP_ADAPTER_BROWSER: 'embedded' }),
    });
    expect(stdout).toMatch(/^drifted .*\/sign-in\.html: 4 targets$/m);
    expect(stdout).toContain(
      '        moved: user name, only locator 2 finds it; before it 0\n        gone: captain, its locator finds nothing\n',
    );
    expect(stdout).toContain('        ambiguous: any field, its locators find 0, 2 of it\n');
    expect(stdout).toContain(`\n0 pages as the maps say, 1 not, 1 target moved\nnext    correct ${join(cwd, 'map.yaml')}\n`);
    expect(stdout).not.toContain('password');
    expect(exitCode).toBe(1);
  });

  test('a page that cannot be opened is told with its code', async () => {
    const { cwd } = configWith('  - path: /no-such-page.html\n    targets: { it: { kind: text, locators: [{ css: main }] } }\n');
    const { exitCode, stdout } = await cli(['doctor', '--targets', '--json'], { cwd, env: env({ MCP_ADAPTER_BROWSER: 'embedded' }) });
    expect(JSON.parse(stdout).pages).toMatchObject([
      { url: `${world.url}/no-such-page.html`, why: expect.stringMatching(/^http_error: /), drift: [] },
    ]);
    expect(exitCode).toBe(1);
  });

  test('interrupted it tells of the pages that it has seen, and ends its browser', async () => {
    const { cwd } = configWith('  - path: /hang\n    targets: { it: { kind: text, locators: [{ css: main }] } }\n');
    const control = new AbortController();
    const { exitCode, stdout } = await cli(['doctor', '--targets', '--json'], {
      cwd,
      env: env({ MCP_ADAPTER_BROWSER: 'embedded' }),
      interrupted: control.signal,
      // Its first line: the browser comes next.
      stderr: { isTTY: false, columns: 100, write: async () => control.abort() },
    });
    expect(JSON.parse(stdout)).toEqual({ format: 'mcp-adapter/targets-report@1', pages: [], interrupted: true });
    expect(exitCode).toBe(130);
  });

  test('without a browser it says what to do', async () => {
    const { exitCode, stderr } = await cli(['doctor', '--targets'], { env: env({ MCP_ADAPTER_BROWSER: '/no/such/chromium' }) });
    expect(stderr).toMatch(/error: no environment in US-CA: browser_missing: /);
    expect(exitCode).toBe(2);
  });
});
