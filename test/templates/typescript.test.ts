import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesIn } from '../../src/scaffold/templates.ts';
import { newProject } from './project.ts';

const files = filesIn(resolve('templates/typescript'));
let project: ReturnType<typeof newProject>;

beforeAll(() => {
  project = newProject('typescript');
});
afterAll(() => project.remove());

describe('a project of the template typescript', () => {
  it('is clean for its own linter', () => {
    const biome = join(project.folder, 'node_modules/.bin/biome');
    const lint = () => execFileSync(biome, ['check', '--error-on-warnings'], { cwd: project.folder, encoding: 'utf8', stdio: 'pipe' });
    expect(lint).not.toThrow();
  });

  it('keeps every file short', () => {
    expect(files.filter(({ text }) => text.split('\n').length > 150).map(({ path }) => path)).toEqual([]);
  });

  it('reaches every file from its README, and names none that is not there', () => {
    const readme = readFileSync(join(project.folder, 'README.md'), 'utf8');
    const paths = files.map(({ path }) => path);
    const table = readme.slice(readme.indexOf('## What is where'));
    const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    const isBelow = (path: string) => (name: string) => (name.endsWith('/') ? path.startsWith(name) : path === name);
    expect(paths.filter((path) => path !== 'README.md' && !named.some(isBelow(path)))).toEqual([]);
    expect(named.filter((name) => !paths.some((path) => isBelow(path)(name)))).toEqual([]);
  });

  it.each([
    ['src/tools/index.ts', '// mcp-adapter init tool: import'],
    ['src/tools/index.ts', '// mcp-adapter init tool: list'],
    ['smoke/tools.yaml', '# mcp-adapter init tool: grants'],
    ['smoke/tools.yaml', '# mcp-adapter init tool: steps'],
  ])('has in %s the mark "%s" on one line of its own', (path, mark) => {
    const lines = files.find((each) => each.path === path)?.text.split('\n') ?? [];
    expect(lines.filter((line) => line.trim() === mark)).toHaveLength(1);
  });
});
