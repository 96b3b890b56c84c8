import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedFile } from './plan.ts';

/** The folders below `templates/` that a project is made of, each over the one before. */
const FOLDERS = {
  typescript: ['typescript'],
  'python-flask': ['python-kit', 'python-flask'],
  'python-mcp': ['python-kit', 'python-mcp'],
} as const;

/** What running a template in a checkout of this package leaves in it. */
const LEFT_BY_TOOLS = /(^|\/)(node_modules|dist|__pycache__|\.venv|\.mcp-adapter|\.(ruff|pytest)_cache)\//;

export type TemplateName = keyof typeof FOLDERS;

/** The names that `--template` takes, the default first. */
export const TEMPLATES: readonly TemplateName[] = ['typescript', 'python-flask', 'python-mcp'];

/** What stands in the templates for what differs from project to project: `__NAME__`, `__TITLE__` and so on. */
export interface TemplateValues {
  /** For npm, MCP and hosts: lower case, digits and hyphens. */
  NAME: string;
  /** For people: `Shop`. */
  TITLE: string;
  /** What package.json says of mcp-adapter: a version, or `file:` and the folder of a checkout. */
  MCP_ADAPTER: string;
}

/**
 * The files of a project, by their paths: those of all templates begin with the same one, so that of two processes in one folder one gets it.
 * @param root the folder `templates` of the package
 */
export function templateFiles(root: string, template: TemplateName, values: TemplateValues): PlannedFile[] {
  const files = new Map<string, string>();
  for (const folder of FOLDERS[template]) for (const { path, text } of filesIn(join(root, folder))) files.set(path, filled(text, values));
  return [...files].map(([path, text]) => ({ path, text })).sort(byPath);
}

/** Every file below a folder, as it is: names that packages and repositories treat specially begin with `_` in place of a dot. */
export function filesIn(folder: string): PlannedFile[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const below = path.slice(folder.length + 1).replaceAll('\\', '/');
    return { path: below.replace(/(^|\/)_(?=gitignore$)/, '$1.'), text: readFileSync(path, 'utf8') };
  });
  return files.filter(({ path }) => !LEFT_BY_TOOLS.test(path)).sort(byPath);
}

function byPath(a: PlannedFile, b: PlannedFile): number {
  return a.path < b.path ? -1 : 1;
}

/** The text with each `__KEY__` replaced. */
export function filled(text: string, values: Readonly<Record<string, string>> | TemplateValues): string {
  return Object.entries(values).reduce((done, [key, value]) => done.replaceAll(`__${key}__`, () => value), text);
}
