import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type CaseFile, findCase, findCases } from '../../cases/find-cases.ts';
import { type LoadedCase, readCase } from '../../cases/read-case.ts';
import { secretsFile } from '../../cases/repository-key.ts';
import { type FoundSecret, scanForSecrets } from '../../cases/scan.ts';
import { loadConfig } from '../../config/load.ts';
import { namedSecrets } from '../../config/named-secrets.ts';
import { EXIT, Fault, messageOf } from '../../model/fault.ts';
import type { SavedCase } from '../../model/saved-case.ts';
import type { Secret } from '../../model/target.ts';
import { plural, size, visible } from '../../model/text.ts';
import { jsonDocument } from '../../report/json-text.ts';
import { caseSheet, caseTable, prunedText, replayLine, scanText } from '../cases-text.ts';
import { configFolder } from '../config-folder.ts';
import type { Io } from '../io.ts';
import { momentOption } from '../moment.ts';

/** A larger file is none of ours, and its text is not searched. */
const MAX_SCANNED = 64 * 1024 * 1024;

export interface CasesFlags {
  config?: string;
  json?: boolean;
}

export interface PruneFlags extends CasesFlags {
  state?: SavedCase['state'];
  olderThan?: string;
  tool?: string;
  dryRun?: boolean;
}

/** The work of `cases list`; returns the exit code. */
export async function listWork(folder: string | undefined, flags: CasesFlags, io: Io): Promise<number> {
  const cases = casesIn(folder, flags, io);
  await io.stdout.write(
    flags.json ? jsonDocument({ format: 'mcp-adapter/cases@1', cases: cases.map(listed) }) : caseTable(cases, Date.now()),
  );
  return EXIT.ok;
}

/** The work of `cases show`; returns the exit code. */
export async function showWork(word: string, flags: CasesFlags, io: Io): Promise<number> {
  const found = findCase(word, usualFolder(flags, io), io.cwd);
  if (!found.ok) throw new Fault('usage', `${found.shown} is no case: ${found.why}`);
  await io.stdout.write(flags.json ? jsonDocument(found.case) : caseSheet(found.case, found.shown, Date.now()));
  return EXIT.ok;
}

/** The work of `cases prune`; returns the exit code. */
export async function pruneWork(folder: string | undefined, flags: PruneFlags, io: Io): Promise<number> {
  const { state, olderThan, tool, dryRun = false } = flags;
  if (!state && !olderThan && tool === undefined)
    throw new Fault(
      'usage',
      'nothing says which cases to delete',
      'choose with --state, --older-than or --tool; --dry-run only says what would be deleted',
    );
  const before = olderThan ? momentOption(olderThan, '--older-than', 'first', Date.now()).getTime() : Number.POSITIVE_INFINITY;
  const chosen = casesIn(folder, flags, io)
    .filter((each) => each.ok)
    .filter(({ case: saved }) => !state || saved.state === state)
    .filter(({ case: saved }) => tool === undefined || saved.steps.at(-1)?.tool === tool)
    .filter(({ case: saved }) => Date.parse(saved.created) < before);
  const deleted: string[] = [];
  for (const { file, shown } of chosen) {
    const error = dryRun ? null : await unlink(file).catch((reason: unknown) => messageOf(reason));
    if (error) throw new Fault('usage', `${shown} cannot be deleted: ${error}`, `deleted before it: ${plural(deleted.length, 'case')}`);
    deleted.push(shown);
  }
  await io.stdout.write(flags.json ? jsonDocument({ format: 'mcp-adapter/cases-prune@1', dryRun, deleted }) : prunedText(deleted, dryRun));
  return EXIT.ok;
}

/** The work of `cases scan`; returns the exit code. */
export async function scanWork(paths: string[], flags: CasesFlags, io: Io): Promise<number> {
  const known = await knownSecrets(flags, io);
  const files = paths.length ? findCases(paths, io.cwd) : usualCases(flags, io);
  const found: (FoundSecret & { file: string })[] = [];
  const unread: { file: string; why: string }[] = [];
  for (const { file, shown } of files) {
    const text = readScanned(file);
    if ('why' in text) unread.push({ file: shown, why: text.why });
    else found.push(...scanForSecrets(text.text, known).map((each) => ({ ...each, file: shown })));
  }
  for (const { file, why } of unread) await io.stderr.write(`${visible(file)}: not looked at: ${visible(why)}\n`);
  const document = { format: 'mcp-adapter/cases-scan@1', files: files.length, found, unread };
  await io.stdout.write(flags.json ? jsonDocument(document) : scanText(found, files.length - unread.length));
  if (found.length) return EXIT.findings;
  return unread.length ? EXIT.usage : EXIT.ok;
}

function casesIn(folder: string | undefined, flags: CasesFlags, io: Io): LoadedCase[] {
  const files = folder === undefined ? usualCases(flags, io) : findCases([folder], io.cwd);
  return files.map(({ file, shown }) => readCase(file, shown));
}

/** Where nothing was ever kept, there are no cases. */
function usualCases(flags: CasesFlags, io: Io): CaseFile[] {
  const folder = usualFolder(flags, io);
  return existsSync(folder) ? findCases([folder], io.cwd) : [];
}

/** `cases/` beside the config or where we stand. */
function usualFolder(flags: CasesFlags, io: Io): string {
  return join(projectFolder(flags, io), 'cases');
}

function projectFolder(flags: CasesFlags, io: Io): string {
  return configFolder(flags.config, io) ?? io.cwd;
}

/** The values of the secrets that the config names, and those that were written down for replay. */
async function knownSecrets(flags: CasesFlags, io: Io): Promise<Secret[]> {
  const loaded = await loadConfig(io.cwd, flags.config ?? null);
  return [...namedSecrets(loaded, io.env), ...secretsFile(projectFolder(flags, io))];
}

function readScanned(file: string): { text: string } | { why: string } {
  try {
    const stat = lstatSync(file);
    if (!stat.isFile()) return { why: stat.isSymbolicLink() ? 'it is a link' : 'it is no regular file' };
    if (stat.size > MAX_SCANNED) return { why: `it has ${size(stat.size)}` };
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { why: messageOf(error) };
  }
}

function listed(loaded: LoadedCase): Record<string, unknown> {
  if (!loaded.ok) return { file: loaded.shown, damaged: loaded.why };
  const { id, state, seen, created, note, parent, actual, steps } = loaded.case;
  const tool = steps.at(-1)?.tool;
  return {
    file: loaded.shown,
    id,
    state,
    tool,
    code: actual.code,
    class: actual.class,
    seen,
    created,
    note,
    parent,
    replay: replayLine(loaded.shown),
  };
}
