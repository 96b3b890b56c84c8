import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEMPLATES, type TemplateName } from '../../src/scaffold/templates.ts';
import { runAction } from '../ci/run-action.ts';
import { PYTHON } from '../templates/project.ts';
import { orThrow, type Packed, pack, run } from './packed.ts';

/** A bug that somebody could write, in the first tool that the suite of a template calls. */
const BUGS: Record<TemplateName, { file: string; good: string; bad: string }> = {
  typescript: { file: 'src/tools/find-order.ts', good: 'erp.order(order_id,', bad: "erp.order(order_id + '0'," },
  'python-flask': { file: 'execution.py', good: 'page.text[:most]', bad: 'page.text[:9]' },
  'python-mcp': { file: 'tools/find_order.py', good: 'args["order_id"]', bad: 'args["order_id"] + "0"' },
};

let packed: Packed;

beforeAll(async () => {
  packed = await pack();
});

afterAll(() => packed.remove());

test('the tarball holds every file of the templates, nothing that was made by running them, and no path of this machine', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'templates'], { encoding: 'utf8' });
  const templates = listed
    .trim()
    .split('\n')
    .filter((file) => !file.endsWith('.pyc'));
  expect(packed.files.filter((file) => file.startsWith('templates/')).sort()).toEqual(templates.sort());
  expect(packed.files.filter((file) => /__pycache__|node_modules|\.(?:pyc|tgz)$|\.mcp-adapter\//.test(file))).toEqual([]);
  const installed = join(packed.home, 'prefix/lib/node_modules/mcp-adapter');
  expect(packed.files.filter((file) => readFileSync(join(installed, file), 'utf8').includes(resolve('.')))).toEqual([]);
  console.info(`the package: ${packed.files.length} files, ${Math.round(packed.bytes / 1024)} KiB`);
});

describe.each(TEMPLATES)('a newcomer with the template %s', (template) => {
  const needsPython = template !== 'typescript';
  test.skipIf(needsPython && !PYTHON && !process.env.CI)(
    `makes a project that is green, keeps the case of a bug, and sees it fixed${needsPython ? ' (needs Python with Flask)' : ''}`,
    async () => {
      const folder = await newProject(template);
      const { file, good, bad } = BUGS[template];
      expect(await run('npx', ['mcp-adapter', 'check'], folder)).toMatchObject({ code: 0 });
      expect(await run('npx', ['mcp-adapter', 'smoke'], folder)).toMatchObject({ code: 0 });

      await change(folder, file, good, bad);
      const broken = await run('npx', ['mcp-adapter', 'smoke'], folder);
      expect(broken).toMatchObject({ code: 1 });
      expect(readdirSync(join(folder, 'cases'), { recursive: true }).map(String)).toContainEqual(expect.stringMatching(/\.case\.json$/));
      const still = await run('npx', ['mcp-adapter', 'replay'], folder);
      expect(still).toMatchObject({ code: 1, stdout: expect.stringMatching(/^still-fails /m) });

      await change(folder, file, bad, good);
      const fixed = await run('npx', ['mcp-adapter', 'replay'], folder);
      expect(fixed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^fixed /m) });
      expect(fixed.stdout).not.toMatch(/^(?:still-fails|different-failure|flaky|unreplayable) /m);
    },
  );
});

test('the action installs the version that it is told', async () => {
  const folder = join(packed.home, 'action');
  mkdirSync(folder);
  const { outputs } = await runAction(folder, {
    version: `file:${packed.tarball}`,
    target: `-- node ${resolve('fixtures/adapters/orders.mjs')}`,
    suites: resolve('fixtures/smoke/orders.yaml'),
  });
  expect(outputs['exit-code']).toBe('0');
});

/** What `mcp-adapter init shop && cd shop && npm install` leaves. The tarball takes the place of the version, which no registry has yet. */
async function newProject(template: TemplateName): Promise<string> {
  const parent = join(packed.home, template);
  mkdirSync(parent);
  orThrow(await run(packed.command, ['init', 'shop', '--template', template], parent));
  const folder = join(parent, 'shop');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  await change(folder, 'package.json', `"mcp-adapter": "${version}"`, `"mcp-adapter": "file:${packed.tarball}"`);
  // What `prepare` would make, already made.
  if (template !== 'typescript') symlinkSync(resolve('.venv'), join(folder, '.venv'));
  orThrow(await run('npm', ['install'], folder));
  return folder;
}

/** Changes one place of a file, and builds where there is something to build. */
async function change(folder: string, file: string, from: string, to: string): Promise<void> {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text.split(from)).toHaveLength(2);
  writeFileSync(
    join(folder, file),
    text.replace(from, () => to),
  );
  if (file.endsWith('.ts')) orThrow(await run('npm', ['run', 'build'], folder));
}
