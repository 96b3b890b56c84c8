import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isObject, member } from '../../src/model/json.ts';
import { TEMPLATES } from '../../src/scaffold/templates.ts';
import { cli, fixture } from '../cli/run-cli.ts';
import { link, newProject, PYTHON } from '../templates/project.ts';
import { type Outcome, readYaml, runSteps } from './run-steps.ts';

/** Done by the links of a new project. */
const INSTALLING = /^npm (?:ci|i|install)\b/;

describe.each(TEMPLATES)('the workflow of a new %s project', (template) => {
  const needsPython = template !== 'typescript';
  test.skipIf(needsPython && !PYTHON && !process.env.CI)(
    `passes, and keeps its reports${needsPython ? ' (needs Python with Flask)' : ''}`,
    async () => {
      const project = newProject(template);
      try {
        const { ran, used, skipped } = await run(project.folder);
        expect(ran.filter(({ code }) => code !== 0)).toEqual([]);
        expect(ran.map(commandOf)).toEqual(expect.arrayContaining(['check', 'smoke']));
        // There are no cases yet.
        expect(skipped.every((script) => script.includes('replay'))).toBe(true);
        for (const each of keptBy(used)) expect(existsSync(join(project.folder, each))).toBe(true);
      } finally {
        project.remove();
      }
    },
  );
});

test('the workflow that init --from writes passes with the adapter that it was written for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-existing-'));
  try {
    link(folder);
    expect(await cli(['init', '--from', '--', 'node', fixture('light.mjs')], { cwd: folder })).toMatchObject({ exitCode: 0 });
    const { ran, used } = await run(folder);
    expect(ran.filter(({ code }) => code !== 0)).toEqual([]);
    expect(ran.map(commandOf)).toEqual(expect.arrayContaining(['check', 'smoke']));
    for (const each of keptBy(used))
      expect(readdirSync(join(folder, each)).sort()).toEqual(expect.arrayContaining(['check.xml', 'smoke.xml']));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function run(folder: string): Promise<Outcome> {
  const jobs = member(readYaml(join(folder, '.github/workflows/mcp-adapter.yml')), 'jobs');
  const [job, ...more] = isObject(jobs) ? Object.values(jobs) : [];
  if (more.length) throw new Error('the workflow has more than one job');
  return runSteps(member(job, 'steps'), { workspace: folder, leaveOut: INSTALLING });
}

/** `smoke` of `npx mcp-adapter smoke --out reports`. */
function commandOf({ run: script }: { run: string }): string {
  return /\bmcp-adapter(?:@\S+)? (\w+)/.exec(script)?.[1] ?? script;
}

function keptBy(used: Outcome['used']): string[] {
  const kept = used
    .filter(({ uses }) => uses.startsWith('actions/upload-artifact@'))
    .flatMap(({ with: given }) => given.path?.trim().split('\n') ?? []);
  if (!kept.length) throw new Error('the workflow keeps nothing');
  return kept;
}
