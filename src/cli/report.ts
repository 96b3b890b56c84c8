import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { Fault, messageOf } from '../model/fault.ts';
import type { Run } from '../model/run.ts';
import { loadReporter, type Style } from '../report/index.ts';
import { toJson } from '../report/json-text.ts';
import type { Io } from './io.ts';

/** Where a report goes: stdout, or a file. */
interface Destination {
  name: string;
  file: string | null;
}

export interface ReportFlags {
  reporter: readonly string[];
  verbose?: boolean;
}

/**
 * Writes a run in every form that was asked for: pretty on stdout when nothing was, and in GitHub Actions annotations and a summary too.
 * Every text goes through `mask`: JSON as it is written, the others before they cut, wrap and escape it. @throws Fault (usage) for an unknown reporter or a file that cannot be written
 */
export async function report(run: Run, flags: ReportFlags, io: Io, mask: (text: string) => string): Promise<void> {
  const style: Style = { color: wantsColor(io), width: widthOf(io), verbose: flags.verbose ?? false, folder: belowRoot(io) };
  const destinations = destinationsOf(flags, io);
  let masked: Run | null = null;
  const write = async (name: string, written: Style) => {
    const reporter = await loadReporter(name);
    if (name === 'json') return mask(reporter(run, written));
    masked ??= maskedRun(run, mask);
    return mask(reporter(masked, written));
  };
  for (const { name, file } of destinations) {
    const text = await write(name, file ? { ...style, color: false } : style);
    if (file) save(resolve(io.cwd, file), text);
    else await io.stdout.write(text);
  }
  const summary = io.env.GITHUB_ACTIONS === 'true' ? io.env.GITHUB_STEP_SUMMARY : undefined;
  if (summary) appendFileSync(summary, await write('markdown', style));
}

/** The run without secrets. By its JSON text, because there a name stands before its value. */
function maskedRun(run: Run, mask: (text: string) => string): Run {
  const text = toJson(run, 0);
  const masked = mask(text);
  return masked === text ? run : JSON.parse(masked);
}

/** The folder we stand in as GitHub sees it, from where the repository was checked out. */
function belowRoot({ cwd, env }: Io): string {
  const way = env.GITHUB_WORKSPACE ? relative(env.GITHUB_WORKSPACE, cwd) : '';
  return way.startsWith('..') || isAbsolute(way) ? '' : way.replaceAll('\\', '/');
}

/** The columns that are written for: those of the terminal, within what can be read. */
export function widthOf({ stdout }: Io): number {
  return Math.max(60, Math.min(stdout.columns, 140));
}

/** Begins to load what the report will need, so that nobody waits for it later. A wrong name is told when the report is written. */
export function loadReporters(flags: ReportFlags, io: Io): void {
  for (const { name } of destinationsOf(flags, io)) loadReporter(name).catch(() => {});
}

/** The files that reports are written to, absolute. */
export function reportFiles(flags: ReportFlags, io: Io): string[] {
  return flags.reporter.map(destination).flatMap(({ file }) => (file ? [resolve(io.cwd, file)] : []));
}

/** Where the run goes, and in which forms. */
function destinationsOf(flags: ReportFlags, io: Io): Destination[] {
  const destinations = flags.reporter.map(destination);
  if (!destinations.some(({ file }) => !file)) destinations.unshift({ name: 'pretty', file: null });
  if (io.env.GITHUB_ACTIONS === 'true' && !destinations.some(({ name }) => name === 'github' || name === 'json'))
    destinations.push({ name: 'github', file: null });
  return destinations;
}

function destination(text: string): Destination {
  const equals = text.indexOf('=');
  return equals < 0 ? { name: text, file: null } : { name: text.slice(0, equals), file: text.slice(equals + 1) };
}

function save(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw new Fault('usage', `the report cannot be written to ${file}: ${messageOf(error)}`);
  }
}

/** NO_COLOR and FORCE_COLOR as everybody reads them, else whether stdout is a terminal. */
function wantsColor(io: Io): boolean {
  if (io.env.NO_COLOR) return false;
  if (io.env.FORCE_COLOR) return io.env.FORCE_COLOR !== '0';
  return io.stdout.isTTY && io.env.TERM !== 'dumb';
}
