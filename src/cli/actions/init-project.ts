import { readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { EXIT, Fault } from '../../model/fault.ts';
import { isCi } from '../../model/is-ci.ts';
import { emptyRun, NO_PROCESS, type Run } from '../../model/run.ts';
import { shellWord } from '../../model/shell-word.ts';
import { quote } from '../../model/text.ts';
import { isCheckout, planProject } from '../../scaffold/project/plan-project.ts';
import { projectName } from '../../scaffold/project/project-name.ts';
import type { TemplateName } from '../../scaffold/templates.ts';
import { carryOut } from '../../scaffold/write-plan.ts';
import { folderWord } from '../folder-word.ts';
import type { Io, Terminal } from '../io.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { loadReporters, type ReportFlags, report } from '../report.ts';

export interface InitProjectFlags extends ReportFlags {
  template?: TemplateName;
  name?: string;
  yes?: boolean;
  dryRun?: boolean;
  quiet?: boolean;
}

/** What is to be made: the folder as it was named, and the template. */
interface Choice {
  dir: string;
  template: TemplateName;
}

/**
 * The work of `init [dir]`; returns the exit code.
 * @param root the folder of this package
 */
export async function initProjectWork(dir: string | undefined, flags: InitProjectFlags, io: Io, root = PACKAGE_ROOT): Promise<number> {
  loadReporters(flags, io);
  // What cannot be is said before anything is asked.
  if (dir !== undefined || flags.name !== undefined) nameOf(dir ?? '.', flags, io);
  const choice = await choose(dir, flags, io);
  const startedAt = performance.now();
  const run = choice ? make(choice, flags, io, root) : stopped();
  run.durationMs = Math.round(performance.now() - startedAt);
  await report(run, flags, io, (text) => text);
  return run.exitCode;
}

/** What was said on the command line; a person at a terminal is asked for the rest. Null when they stopped at a question. */
async function choose(dir: string | undefined, flags: InitProjectFlags, io: Io): Promise<Choice | null> {
  const { template } = flags;
  if (dir !== undefined && template) return { dir, template };
  if (!io.terminal || flags.yes || flags.quiet || isCi(io.env) || !canShow(io.terminal, io.env))
    return { dir: dir ?? here(io), template: template ?? 'typescript' };
  const { askFolder, askTemplate } = await import('../init-questions.ts');
  const terminal = { ...io.terminal, signal: io.interrupted };
  const folder = dir ?? (await askFolder(terminal, isEmpty(io.cwd) ? '.' : 'my-adapter', (typed) => nameOf(typed, flags, io)));
  if (folder === null) return null;
  const chosen = template ?? (await askTemplate(terminal));
  terminal.output.write('\n');
  return chosen && { dir: folder, template: chosen };
}

/** Questions move the cursor and wrap: some terminals cannot do the one, and some that no person sits at have no width. */
function canShow({ output }: Terminal, env: NodeJS.ProcessEnv): boolean {
  return env.TERM !== 'dumb' && !('columns' in output && output.columns === 0);
}

/** The current folder, where it is as good as empty. */
function here({ cwd }: Io): string {
  if (isEmpty(cwd)) return '.';
  throw new Fault(
    'usage',
    'no folder is named, and the current one is not empty',
    'name one that is to be made, such as mcp-adapter init shop',
  );
}

function isEmpty(folder: string): boolean {
  return readdirSync(folder).every((name) => name === '.git');
}

/** The project's name: as typed, else that of its folder. */
function nameOf(dir: string, flags: InitProjectFlags, { cwd }: Io): string {
  if (dir === '')
    throw new Fault('usage', 'the name of the folder is empty', 'name one, such as mcp-adapter init shop, or . for the current one');
  if (/\p{Cc}/u.test(dir))
    throw new Fault('usage', `${quote(dir, 200)} has a line break or another control character in it`, 'name a folder that can be typed');
  return projectName(flags.name ?? basename(resolve(cwd, dir)));
}

function make({ dir, template }: Choice, flags: InitProjectFlags, io: Io, root: string): Run {
  const folder = resolve(io.cwd, dir);
  const name = nameOf(dir, flags, io);
  const plan = planProject(root, folder, template, name);
  const files = carryOut(plan, flags.dryRun ?? false);
  const word = folderWord(dir, folder, io.cwd);
  const commands = [...(word === '.' ? [] : [`cd ${shellWord(word)}`]), 'npm install', 'npx mcp-adapter smoke'];
  return {
    ...emptyRun('init'),
    scaffold: {
      folder: word,
      template,
      dryRun: flags.dryRun ?? false,
      files,
      notes: notesOn(name, flags.name ?? basename(folder), root),
      commands,
    },
    next: commands.join(' && '),
  };
}

function notesOn(name: string, wanted: string, root: string): string[] {
  const notes: string[] = [];
  if (name !== wanted) notes.push(`The project is named ${name}, as npm and MCP take it; --name says another.`);
  if (isCheckout(root))
    notes.push('package.json links mcp-adapter to the checkout that made the project: name a version before others install it.');
  return notes;
}

function stopped(): Run {
  return {
    ...emptyRun('init'),
    exitCode: EXIT.interrupted,
    error: { phase: 'usage', class: 'interrupted', message: 'stopped at a question; nothing was written', hint: '', ...NO_PROCESS },
  };
}
