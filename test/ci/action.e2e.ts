import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ciProject } from './ci-project.ts';
import { runAction } from './run-action.ts';

const ORDERS = resolve('fixtures/adapters/orders.mjs');

test('a good adapter passes, and its reports are kept', async () => {
  using project = ciProject();
  const { ran, outputs, used, summary } = await runAction(project.folder);
  expect(ran.map(({ code }) => code)).toEqual([0]);
  expect(outputs).toEqual({ 'exit-code': '0', junit: './out/junit', sarif: './out/check.sarif', cases: './out/cases' });
  expect(readdirSync(join(project.folder, outputs.junit ?? '')).sort()).toEqual(['check.xml', 'smoke.xml']);
  expect(JSON.parse(readFileSync(join(project.folder, outputs.sarif ?? ''), 'utf8'))).toMatchObject({ version: '2.1.0' });
  expect(used).toEqual([{ uses: expect.stringMatching(/^actions\/upload-artifact@v\d+$/), with: { name: 'mcp-adapter', path: './out' } }]);
  expect(summary).toMatch(/^## mcp-adapter check: [\s\S]*^## mcp-adapter smoke: 3 passed$/m);
});

test('a step that fails makes it fail, and leaves its case, its trace and a config that replay needs', async () => {
  using project = ciProject({ faults: 'busy=100' });
  const { ran, outputs, used } = await runAction(project.folder);
  expect(ran.map(({ code }) => code)).toEqual([1]);
  expect(outputs['exit-code']).toBe('1');
  expect(readdirSync(join(project.folder, 'out')).sort()).toEqual(['cases', 'check.sarif', 'junit', 'mcp-adapter.json', 'traces']);
  expect(readdirSync(join(project.folder, outputs.cases ?? '', 'find_order'))).toHaveLength(1);
  expect(used.map(({ with: given }) => given.path)).toEqual(['./out']);
  // Each failure is told once in the annotations.
  expect(ran[0]?.stdout.match(/^::error .*step an order is found failed/gm)).toHaveLength(1);
});

test('a committed case is replayed after a smoke test that failed, until it is fixed', async () => {
  using broken = ciProject({ faults: 'busy=100' });
  await runAction(broken.folder, { artifact: '' });
  renameSync(join(broken.folder, 'out/cases'), join(broken.folder, 'cases'));
  rmSync(join(broken.folder, 'out'), { recursive: true });
  expect((await runAction(broken.folder)).outputs['exit-code']).toBe('1');
  expect(readFileSync(join(broken.folder, 'out/junit/replay.xml'), 'utf8')).toContain('still-fails');

  using fixed = ciProject();
  cpSync(join(broken.folder, 'cases'), join(fixed.folder, 'cases'), { recursive: true });
  expect((await runAction(fixed.folder)).outputs['exit-code']).toBe('0');
  expect(readFileSync(join(fixed.folder, 'out/junit/replay.xml'), 'utf8')).toMatch(/tests="1" failures="0" errors="0"/);
});

test('contract is run where it is wished: what it finds makes the job fail, and is in the reports and the cases', async () => {
  using good = ciProject();
  expect((await runAction(good.folder, { contract: 'true' })).outputs['exit-code']).toBe('0');
  expect(readFileSync(join(good.folder, 'out/junit/contract.xml'), 'utf8')).toMatch(/tests="\d+" failures="0" errors="0"/);

  const stdio = { command: 'node', args: [resolve('fixtures/adapters/orders-faults.mjs')], env: { FAULT: 'extra-accepted' } };
  using bad = ciProject({ files: { 'mcp-adapter.json': JSON.stringify({ targets: { shop: { stdio } } }) } });
  const { ran, outputs, summary } = await runAction(bad.folder, { contract: 'true' });
  expect(outputs['exit-code']).toBe('1');
  expect(ran[0]?.stdout).toMatch(/^::error .*title=contract\/accepted-invalid in list_orders::/m);
  expect(summary).toContain('## mcp-adapter contract: 1 error');
  expect(readFileSync(join(bad.folder, 'out/junit/contract.xml'), 'utf8')).toContain(
    '<testcase classname="contract.tools" name="list_orders"',
  );
  expect(readdirSync(join(bad.folder, outputs.cases ?? '', 'list_orders'))).toHaveLength(1);
});

test('findings of check hide nothing of smoke', async () => {
  using project = ciProject();
  const { ran, summary } = await runAction(project.folder, { profile: 'gemini openai-strict' });
  expect(ran.map(({ code }) => code)).toEqual([1]);
  expect(summary).toMatch(/^## mcp-adapter check: 2 errors[\s\S]*^## mcp-adapter smoke: 3 passed$/m);
  expect((await runAction(project.folder, { profile: 'gemini openai-strict', 'fail-on': 'never' })).outputs['exit-code']).toBe('0');
});

test('an adapter that does not start is exit code 3, the worst of what came', async () => {
  using project = ciProject();
  expect((await runAction(project.folder, { target: '-- node no-such-file.mjs' })).outputs['exit-code']).toBe('3');
});

test('words of the target keep their quotes, their spaces and their dollar signs', async () => {
  using project = ciProject({
    files: {
      'my adapter.mjs': `if (process.argv[2] !== 'it is $HOME' || process.argv[3] !== 'a"b*') process.exit(1);\nprocess.argv.splice(1, 3, ${JSON.stringify(ORDERS)});\nawait import(${JSON.stringify(ORDERS)});`,
    },
  });
  const target = `--env ORDERS_FAULT=\n-- node "my adapter.mjs" 'it is $HOME' 'a"b*'`;
  const { ran } = await runAction(project.folder, { target });
  expect(ran[0]?.stdout).toContain('passed   an order is found (find_order)');
  expect(ran.map(({ code }) => code)).toEqual([0]);
});

test.each([['target'], ['version'], ['profile', 'fail-on', 'source', 'contract', 'suites', 'cases', 'allow-writes', 'out']])(
  'what looks like a command in the input %s is not run',
  async (...inputs) => {
    using project = ciProject();
    const hostile = '$(touch ran) `touch ran`; touch ran\ntouch ran #';
    const { ran, outputs } = await runAction(project.folder, Object.fromEntries(inputs.map((input) => [input, hostile])));
    expect(outputs['exit-code']).toBe('2');
    expect(ran).toHaveLength(1);
    expect(readdirSync(project.folder)).not.toContain('ran');
  },
);

test('a quote that is not closed is told in an annotation, with exit code 2', async () => {
  using project = ciProject();
  const { ran, outputs } = await runAction(project.folder, { target: `--server 'shop` });
  expect(ran[0]?.stdout).toMatch(/^::error title=mcp-adapter::the input target cannot be read: is a quote not closed\?$/m);
  expect(outputs['exit-code']).toBe('2');
});

test('a suite that is not there is exit code 2, and the declarations are checked all the same', async () => {
  using project = ciProject();
  const { ran, outputs } = await runAction(project.folder, { suites: 'smoke/odrers.yaml' });
  expect(ran[0]?.stderr).toContain('did you mean "smoke/orders.yaml"?');
  expect(outputs['exit-code']).toBe('2');
  expect(readdirSync(join(project.folder, 'out/junit'))).toEqual(['check.xml']);
});

test('a project that has not installed the toolkit is told how to', async () => {
  using project = ciProject();
  rmSync(join(project.folder, 'node_modules'), { recursive: true });
  const { ran } = await runAction(project.folder);
  expect(ran[0]?.stdout).toMatch(/^::error title=mcp-adapter::mcp-adapter is not installed: run npm ci before this step/m);
  expect(ran.map(({ code }) => code)).toEqual([2]);
});

test('an adapter in a folder of the repository takes the toolkit that is installed above, and keeps its reports in its folder', async () => {
  using project = ciProject({
    files: { 'adapters/shop/mcp-adapter.json': JSON.stringify({ targets: { shop: { stdio: { command: 'node', args: [ORDERS] } } } }) },
  });
  renameSync(join(project.folder, 'smoke'), join(project.folder, 'adapters/shop/smoke'));
  const { outputs, used } = await runAction(project.folder, { 'working-directory': 'adapters/shop', 'upload-sarif': 'true' });
  expect(outputs['exit-code']).toBe('0');
  expect(existsSync(join(project.folder, 'adapters/shop/out/junit/smoke.xml'))).toBe(true);
  expect(used.map(({ with: given }) => given.path ?? given.sarif_file)).toEqual(['adapters/shop/out', 'adapters/shop/out/check.sarif']);
});
