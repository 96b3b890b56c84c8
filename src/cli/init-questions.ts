import { homedir } from 'node:os';
import { isCancel, select, text, updateSettings } from '@clack/prompts';
import { Fault } from '../model/fault.ts';
import { TEMPLATES, type TemplateName } from '../scaffold/templates.ts';
import type { Terminal } from './io.ts';

/** Where a question is asked, and what takes it back. */
export interface Asking extends Terminal {
  signal: AbortSignal;
}

/** What each is, in a line of 80 columns. */
const WHAT: Record<TemplateName, string> = {
  typescript: 'orders of an ERP, on the kit; stdio, and HTTP with OAuth',
  'python-flask': 'browser environments, in Flask; HTTP',
  'python-mcp': "orders of an ERP, on MCP's Python SDK; stdio and HTTP",
};

// Ctrl-D: Node stops reading there, and the question would never be answered.
updateSettings({ aliases: { '\u0004': 'cancel' } });

/**
 * Asks for the folder of a project.
 * @param usual what Enter alone means
 * @param check throws a Fault for a folder that cannot be; it is told at the question
 * @returns null when the question was stopped by Ctrl-C, Ctrl-D or Escape
 */
export async function askFolder(asking: Asking, usual: string, check: (dir: string) => void): Promise<string | null> {
  const answer = await text({
    ...endingWithInput(asking),
    message: `Which folder is the project to be in? (Enter: ${usual === '.' ? 'this one' : usual})`,
    placeholder: usual,
    defaultValue: usual,
    validate: (typed) => problemOf(() => check(folderOf(typed || usual))),
  });
  return isCancel(answer) ? null : folderOf(answer);
}

/** Asks what the project is to be written in; null when the question was stopped. */
export async function askTemplate(asking: Asking): Promise<TemplateName | null> {
  const width = Math.max(...TEMPLATES.map((name) => name.length));
  const answer = await select({
    ...endingWithInput(asking),
    message: 'Which template?',
    options: TEMPLATES.map((value) => ({ value, label: `${value.padEnd(width)}   ${WHAT[value]}` })),
  });
  return isCancel(answer) ? null : answer;
}

/** Stopped as well when there is nobody left to answer. */
function endingWithInput({ input, output, signal }: Asking): Asking {
  const ended = new AbortController();
  input.once('close', () => ended.abort());
  return { input, output, signal: AbortSignal.any([signal, ended.signal]) };
}

/** What was typed, with `~` as a shell has it. */
function folderOf(typed: string): string {
  return typed.trim().replace(/^~(?=$|[\\/])/, () => homedir());
}

/** What a Fault says; anything else is a bug and goes on. */
function problemOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return [error.message, error.hint].filter(Boolean).join('; ');
    throw error;
  }
}
