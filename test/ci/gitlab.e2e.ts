import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { member } from '../../src/model/json.ts';
import { ciProject } from './ci-project.ts';
import { inShell, type RanStep, readYaml } from './run-steps.ts';

const job = member(readYaml('docs/ci/gitlab.yml'), 'mcp-adapter');

test('the job passes with a good adapter, and leaves what it says that it keeps', async () => {
  using project = ciProject();
  expect((await run(project.folder)).code).toBe(0);
  expect(member(job, 'artifacts')).toEqual({ when: 'always', paths: ['out/'], reports: { junit: 'out/junit/*.xml' } });
  expect(readdirSync(join(project.folder, 'out/junit'))).toEqual(['check.xml', 'replay.xml', 'smoke.xml']);
});

test('the job fails when a step does, replays the saved cases all the same, and keeps the case', async () => {
  using broken = ciProject({ faults: 'busy=100' });
  expect((await run(broken.folder)).code).toBe(1);
  expect(readdirSync(join(broken.folder, 'out/cases/find_order'))).toHaveLength(1);

  cpSync(join(broken.folder, 'out/cases'), join(broken.folder, 'cases'), { recursive: true });
  expect((await run(broken.folder)).code).toBe(1);
  expect(readFileSync(join(broken.folder, 'out/junit/replay.xml'), 'utf8')).toContain('still-fails');
});

test('the job ends with the worst exit code', async () => {
  using project = ciProject({
    files: { 'mcp-adapter.json': '{"targets": {"shop": {"stdio": {"command": "node", "args": ["gone.mjs"]}}}}' },
  });
  expect((await run(project.folder)).code).toBe(3);
});

/** The lines as GitLab's runner hands them to a plain shell, in one script. The toolkit is installed already. */
function run(folder: string): Promise<RanStep> {
  const lines = member(job, 'script');
  if (!Array.isArray(lines)) throw new Error('the job has no script');
  const script = ['set -e', ...lines.filter((line) => !line.startsWith('npm ci'))].join('\n');
  return inShell('sh', [], script, folder, { GITLAB_CI: 'true' });
}
