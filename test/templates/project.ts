import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TemplateName, templateFiles } from '../../src/scaffold/templates.ts';
import { writePlan } from '../../src/scaffold/write-plan.ts';

/** The Python that has what the Python templates need; null where `node scripts/python.mjs` has not made it. */
export const PYTHON = existsSync(resolve('.venv/bin/python')) ? resolve('.venv/bin/python') : null;

/** What is installed into projects without npm: links to what this repository has. */
const LINKED = ['typescript', '@biomejs', '@types', 'undici-types'];

/** A project as `init` makes it, with its dependencies; remove it when done. */
export function newProject(template: TemplateName, name = 'shop'): { folder: string; remove(): void } {
  const home = mkdtempSync(join(tmpdir(), 'mcp-adapter-project-'));
  const folder = join(home, name);
  const files = templateFiles(resolve('templates'), template, { NAME: name, TITLE: 'Shop', MCP_ADAPTER: `file:${resolve('.')}` });
  writePlan({ folder, files, edits: [] });
  link(folder);
  return { folder, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** Links the dependencies of a project: the toolkit of this checkout, and Python's. */
export function link(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(resolve('.'), join(modules, 'mcp-adapter'));
  symlinkSync(resolve('dist/cli/main.js'), join(modules, '.bin/mcp-adapter'));
  for (const name of LINKED) symlinkSync(resolve('node_modules', name), join(modules, name));
  for (const name of ['tsc', 'biome']) symlinkSync(resolve('node_modules/.bin', name), join(modules, '.bin', name));
  if (PYTHON) symlinkSync(resolve('.venv'), join(folder, '.venv'));
}
