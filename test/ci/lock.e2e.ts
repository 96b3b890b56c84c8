import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ciProject } from './ci-project.ts';
import { runAction } from './run-action.ts';

const LOCK = readFileSync('fixtures/orders.lock.json', 'utf8');

test('an adapter that has its lock is compared with it, and passes', async () => {
  using project = ciProject({ files: { 'tools.lock.json': LOCK } });
  const { outputs } = await runAction(project.folder);
  expect(outputs['exit-code']).toBe('0');
  expect(readdirSync(join(project.folder, 'out/junit')).sort()).toEqual(['check.xml', 'diff.xml', 'smoke.xml']);
});

test('a tool that nobody has locked fails, and the suites run all the same', async () => {
  const lock = JSON.parse(LOCK);
  delete lock.tools.find_order;
  using project = ciProject({ files: { 'tools.lock.json': JSON.stringify(lock) } });
  const { outputs, ran } = await runAction(project.folder);
  expect(outputs['exit-code']).toBe('1');
  expect(ran[0]?.stdout).toMatch(/^::(?:error|notice) title=diff\/tool-added in find_order/m);
  expect(readFileSync(join(project.folder, 'out/junit/diff.xml'), 'utf8')).toContain('<failure');
  expect(readdirSync(join(project.folder, 'out/junit'))).toContain('smoke.xml');
});
