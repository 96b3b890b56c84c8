import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Risk } from '../../src/model/tool.ts';
import { TEMPLATES } from '../../src/scaffold/templates.ts';
import { run } from '../cli/run-cli.ts';
import { newProject, PYTHON } from './project.ts';

/** A tool of each risk, and what else changes what is written. */
const TOOLS: [string, Risk, ...string[]][] = [
  ['find_customer', 'read'],
  ['reserve_slot', 'prepare'],
  ['create_invoice', 'write'],
  ['cancel_order', 'destructive'],
  ['list_policies', 'read'],
  ['a_name_as_long_as_an_author_may_think_of', 'write'],
  ['describe_weather', 'read', '--description', `It's the "weather" of a place; {y}, $& and __TOOL__ are no code. ${'Long. '.repeat(60)}`],
];
const NAMES = TOOLS.map(([name]) => name);

for (const template of TEMPLATES) {
  const needed = template === 'typescript' ? '' : ' (needs Python with Flask)';
  describe.skipIf(needed && !PYTHON && !process.env.CI)(`a project of ${template} with a tool of each risk added${needed}`, () => {
    const project = newProject(template);
    const script = (name: string) => {
      const { status, stdout, stderr } = spawnSync('npm', ['run', name], { cwd: project.folder, encoding: 'utf8', timeout: 200_000 });
      return { status, output: status === 0 ? '' : stdout + stderr };
    };
    afterAll(project.remove);

    beforeAll(async () => {
      for (const [name, risk, ...more] of TOOLS) {
        const { exitCode, error } = await run(['init', 'tool', name, '--risk', risk, ...more], { cwd: project.folder });
        expect({ name, exitCode, error }).toEqual({ name, exitCode: 0, error: null });
      }
      if (template === 'typescript') expect(script('build')).toEqual({ status: 0, output: '' });
    });

    test('passes its own tests', () => {
      expect(script('test')).toEqual({ status: 0, output: '' });
    });

    test('has nothing that its own linter and formatter mind', () => {
      expect(script('lint')).toEqual({ status: 0, output: '' });
    });

    test('has no error and no warning under check --strict --profile portable, and each risk as it was said', async () => {
      const { exitCode, summary, tools, hosts } = await run(['check', '--strict', '--profile', 'portable'], { cwd: project.folder });
      expect({ exitCode, errors: summary.errors, warnings: summary.warnings }).toEqual({ exitCode: 0, errors: 0, warnings: 0 });
      for (const [name, risk] of TOOLS) expect(tools.find((tool) => tool.name === name)?.risk, name).toBe(risk);
      for (const { host, tools: taken } of hosts) expect(taken, host).toBe(tools.length);
    });

    test('passes its smoke suite, in which each new tool is once refused and once done', async () => {
      const { exitCode, steps } = await run(['smoke'], { cwd: project.folder });
      expect(steps.filter(({ status }) => status !== 'passed')).toEqual([]);
      expect(exitCode).toBe(0);
      for (const name of NAMES) {
        const codes = steps.filter(({ tool }) => tool === name).map(({ code }) => code);
        expect(codes, name).toContain('ok');
        expect(codes, name).toContain('invalid_arguments');
      }
    });
  });
}
