import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { member } from '../../model/json.ts';
import type { Plan } from '../plan.ts';
import { type TemplateName, templateFiles } from '../templates.ts';
import { titleOf } from './project-name.ts';

/**
 * What `init` writes.
 * @param root the folder of this package
 * @param folder of the project, absolute
 * @param name as `projectName` gives it
 */
export function planProject(root: string, folder: string, template: TemplateName, name: string): Plan {
  const values = { NAME: name, TITLE: titleOf(name), MCP_ADAPTER: dependency(root) };
  return { folder, files: templateFiles(join(root, 'templates'), template, values), edits: [] };
}

/** True for a checkout: the published package has no sources. */
export function isCheckout(root: string): boolean {
  return existsSync(join(root, 'src'));
}

/** What package.json of a project says of mcp-adapter: the version, or the checkout that made the project, wherever the project goes. */
function dependency(root: string): string {
  if (isCheckout(root)) return `file:${resolve(root).replaceAll('\\', '/')}`;
  return String(member(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), 'version'));
}
