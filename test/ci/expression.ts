import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runInNewContext } from 'node:vm';
import { escapeRegExp } from '../../src/model/text.ts';

/** How it stands when an expression is evaluated. */
export interface Situation {
  /** By the names that expressions use: `inputs.target`, `steps.run.outputs.exit-code`. */
  values: Readonly<Record<string, string>>;
  /** A step before has failed. */
  failed: boolean;
  workspace: string;
}

/** The text with each `${{ … }}` evaluated, as GitHub's runner does it. @throws Error for a name that has no value */
export function filledIn(text: string, situation: Situation): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_all, inner: string) => String(evaluate(inner, situation)));
}

/** Whether a step runs: by its `if`, which asks for success unless it asks for something else. */
export function isDue(condition: string, situation: Situation): boolean {
  const text = condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1') || 'success()';
  const asks = /\b(?:always|success|failure|cancelled)\(\)/.test(text);
  return Boolean(evaluate(asks ? text : `success() && (${text})`, situation));
}

/** What is written there is JavaScript but for names with dots and hyphens, and for quotes. */
function evaluate(text: string, { values, failed, workspace }: Situation): unknown {
  const script = text.replace(/'((?:[^']|'')*)'|[a-z]+(?:\.[\w-]+)+/g, (token, quoted?: string) =>
    quoted === undefined ? `named(${JSON.stringify(token)})` : JSON.stringify(quoted.replaceAll("''", "'")),
  );
  const named = (name: string) => {
    // What a step has not set is empty.
    if (name.startsWith('steps.')) return values[name] ?? '';
    if (values[name] === undefined) throw new Error(`${name} has no value`);
    return values[name];
  };
  return runInNewContext(script, {
    named,
    always: () => true,
    success: () => !failed,
    failure: () => failed,
    cancelled: () => false,
    hashFiles: (pattern: string) => (hasFile(workspace, pattern) ? 'a hash' : ''),
  });
}

function hasFile(folder: string, pattern: string): boolean {
  const matches = new RegExp(`^${pattern.split('**/').map(forOneFolder).join('(?:.*/)?')}$`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.some(({ parentPath, name }) => matches.test(relative(folder, join(parentPath, name))));
}

function forOneFolder(pattern: string): string {
  return pattern.split('*').map(escapeRegExp).join('[^/]*');
}
