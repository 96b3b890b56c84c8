import type { ChalkInstance } from 'chalk';
import type { ScaffoldSummary } from '../model/run.ts';
import { shorten } from '../model/text.ts';
import { columns, pad, wrap } from './pretty-text.ts';
import type { Style } from './reporter.ts';
import { filesByFolder, scaffoldTitle } from './scaffold-words.ts';

/** What `init` made: a line a folder. */
export function scaffoldLines(scaffold: ScaffoldSummary, style: Style, paint: ChalkInstance): string[] {
  const folders = filesByFolder(scaffold).map(([folder, names]): [string, string] => [shorten(folder, 60), names.join(', ')]);
  const left = Math.max(0, ...folders.map(([folder]) => columns(folder)));
  const lines = folders.flatMap(([folder, names]) =>
    wrap(names, style.width - left - 5).map((line, index) => `  ${pad(index ? '' : folder, left)}   ${line}`),
  );
  return [paint.bold(scaffoldTitle(scaffold)), ...lines];
}

/** What to complete or to know, and the commands to run next, each on a line that can be copied. */
export function scaffoldNext({ notes, commands }: ScaffoldSummary, style: Style, paint: ChalkInstance): string[][] {
  const told = notes.flatMap((note) =>
    wrap(note, style.width - 11).map((line, index) => `${index ? ' '.repeat(11) : 'note       '}${line}`),
  );
  const [first, ...others] = commands.map((command) => shorten(command, 800));
  const next = first === undefined ? [] : [`${paint.bold('next')}       ${first}`, ...others.map((command) => ' '.repeat(11) + command)];
  return [told, next];
}
