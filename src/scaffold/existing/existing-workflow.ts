import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject, member } from '../../model/json.ts';
import { launchOf, type Target } from '../../model/target.ts';
import type { PlannedFile } from '../plan.ts';
import { filesIn, filled } from '../templates.ts';

/** What a command line has to say on top of the config: `--env ERP_TOKEN`. Empty, or with a space in front. */
export interface CommandOptions {
  text: string;
  /** The variables that it needs. */
  variables: readonly string[];
}

/**
 * The CI job for an adapter that exists.
 * @param root the folder `templates` of the package
 * @param folder of the adapter: what it is installed with is read off the files there
 */
export function workflowFiles(root: string, folder: string, target: Target, options: CommandOptions, version: string): PlannedFile[] {
  const variables = options.variables.map((name) => `      ${name}: \${{ secrets.${name} }}\n`).join('');
  return filesIn(join(root, 'existing')).map(({ path, text }) => ({
    path,
    text: filled(
      text
        .replace(/^ +env: __ENV__\n/m, () => (variables ? `    env:\n${variables}` : ''))
        .replace(/^ +- run: __INSTALL__\n/m, () =>
          installSteps(folder, target)
            .map((line) => `      ${line}\n`)
            .join(''),
        ),
      { VERSION: version, OPTIONS: options.text },
    ),
  }));
}

/** How what the adapter needs is installed, as the lines of steps. */
export function installSteps(folder: string, target: Target): string[] {
  const has = (file: string) => existsSync(join(folder, file));
  const { command = '', args = [] } = launchOf(target) ?? {};
  const [venv] = [command, ...args].flatMap((word) => /^(?:\.\/)?(\.?venv)\/bin\//.exec(word)?.[1] ?? []);
  const pip = venv ? `python -m venv ${venv} && ${venv}/bin/pip` : 'pip';
  const setup = ['- uses: actions/setup-python@v6', '  with:', '    python-version: "3.12"'];
  const python = has('requirements.txt')
    ? [...setup, `- run: ${pip} install -r requirements.txt`]
    : has('pyproject.toml')
      ? [...setup, `- run: ${pip} install .`]
      : [];
  const steps = [
    // It installs what it runs, as npx does.
    ...(/^uvx?$/.test(command) ? ['- uses: astral-sh/setup-uv@v6'] : python),
    ...(has('package.json') ? npmSteps(folder, has('package-lock.json')) : []),
  ];
  return steps.length || command === 'npx' ? steps : ['- run: echo "install here what the adapter needs"'];
}

function npmSteps(folder: string, isLocked: boolean): string[] {
  const builds = isObject(member(packageOf(folder), 'scripts')) && member(member(packageOf(folder), 'scripts'), 'build') !== undefined;
  return [`- run: ${isLocked ? 'npm ci' : 'npm install'}`, ...(builds ? ['- run: npm run build'] : [])];
}

function packageOf(folder: string): JsonObject {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return isObject(value) ? value : {};
  } catch {
    // It is not ours to judge.
    return {};
  }
}
