import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Target } from '../../../src/model/target.ts';
import { type CommandOptions, workflowFiles } from '../../../src/scaffold/existing/existing-workflow.ts';
import { folderWith } from '../folders.ts';

const NODE = { kind: 'stdio', command: 'node', args: ['server.js'], env: {}, inheritEnv: false } satisfies Target;
const NOTHING = { text: '', variables: [] };

interface Job {
  env?: Record<string, string>;
  steps: { uses?: string; run?: string; if?: string }[];
}

/** The job that is written for a folder with these files. */
function jobFor(files: Record<string, string>, target: Target = NODE, options: CommandOptions = NOTHING): Job {
  const [file, ...others] = workflowFiles(resolve('templates'), folderWith(files), target, options, '9.8.7');
  expect(others).toEqual([]);
  expect(file?.path).toBe('.github/workflows/mcp-adapter.yml');
  expect(file?.text).not.toMatch(/__[A-Z]+__/);
  return parse(file?.text ?? '').jobs.adapter;
}

const runs = (job: Job) => job.steps.flatMap(({ run }) => (run ? [run.trim()] : []));

test('the job checks, compares with the lock, runs the suites and what has failed before, with this version', () => {
  const commands = runs(jobFor({})).slice(1);
  expect(commands.map((command) => command.split(' ').slice(0, 4).join(' '))).toEqual([
    'npx --yes mcp-adapter@9.8.7 check',
    'npx --yes mcp-adapter@9.8.7 diff',
    'npx --yes mcp-adapter@9.8.7 smoke',
    'npx --yes mcp-adapter@9.8.7 replay',
  ]);
});

test.each<[string, Record<string, string>, Target, string[]]>([
  ['nothing known', {}, NODE, ['echo "install here what the adapter needs"']],
  ['a package that is locked', { 'package.json': '{}', 'package-lock.json': '{}' }, NODE, ['npm ci']],
  ['a package that is built', { 'package.json': '{"scripts": {"build": "tsc"}}' }, NODE, ['npm install', 'npm run build']],
  ['a package that is no JSON', { 'package.json': '{' }, NODE, ['npm install']],
  ['requirements', { 'requirements.txt': '' }, { ...NODE, command: 'python' }, ['pip install -r requirements.txt']],
  [
    'requirements in an environment',
    { 'requirements.txt': '' },
    { ...NODE, command: '.venv/bin/python' },
    ['python -m venv .venv && .venv/bin/pip install -r requirements.txt'],
  ],
  [
    'requirements in an environment that can be seen',
    { 'requirements.txt': '' },
    { ...NODE, command: './venv/bin/python' },
    ['python -m venv venv && venv/bin/pip install -r requirements.txt'],
  ],
  ['what npx installs', {}, { ...NODE, command: 'npx' }, []],
  ['what uv installs', { 'pyproject.toml': '' }, { ...NODE, command: 'uv' }, []],
  ['a Python project', { 'pyproject.toml': '' }, { ...NODE, command: 'python' }, ['pip install .']],
])('what the adapter needs is installed: %s', (_what, files, target, commands) => {
  const job = jobFor(files, target);
  expect(runs(job).slice(0, -4)).toEqual(commands);
  expect(job.steps.some(({ uses }) => uses?.startsWith('actions/setup-python'))).toBe(commands.join().includes('pip'));
});

test('what the config must not hold comes from the secrets of the repository', () => {
  const text = ' --env ERP_TOKEN --header "X-Api-Key: $' + '{X_API_KEY}"';
  const job = jobFor({}, NODE, { text, variables: ['ERP_TOKEN', 'X_API_KEY'] });
  const secret = (name: string) => `\${{ secrets.${name} }}`;
  expect(job.env).toEqual({ ERP_TOKEN: secret('ERP_TOKEN'), X_API_KEY: secret('X_API_KEY') });
  for (const command of runs(job).slice(1)) expect(command).toContain(`${text} --`);
  expect(jobFor({})).not.toHaveProperty('env');
});
