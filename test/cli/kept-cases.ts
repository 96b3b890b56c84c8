import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedCase } from '../../src/model/saved-case.ts';
import { fixture } from './run-cli.ts';

/** What fixtures/adapters/scripted.mjs does for a tool. */
type Script = Record<string, { inputSchema?: object; answer?: object; error?: object; exit?: boolean; fails?: number }>;

/** Writes a script into the folder; the words of a command line that start an adapter which does what it says. */
export function scripted(folder: string, script: Script): string[] {
  const file = join(folder, 'script.json');
  writeFileSync(file, JSON.stringify(script));
  return ['--env', `SCRIPT=${file}`, '--', 'node', fixture('scripted.mjs')];
}

/** The answer of a tool that failed, in the envelope. */
export function failing(code: string, message = `${code} happened`): { answer: object } {
  return {
    answer: {
      isError: true,
      content: [{ type: 'text', text: JSON.stringify({ ok: false, code, retryable: false, attempts: 1, message }) }],
    },
  };
}

/** The case files below `folder`, sorted, as paths within it. */
export function caseFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.case.json')).sort();
}

/** The case that a file holds. */
export function readSaved(...path: string[]): SavedCase {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

/** The text of a suite with these steps, in YAML's flow form. */
export function suiteOf(...steps: string[]): string {
  return `format: mcp-adapter/smoke@1\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
}
