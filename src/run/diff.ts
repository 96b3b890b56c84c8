import type { Lock } from '../lock/lock.ts';
import type { ReadLock } from '../lock/read-lock.ts';
import { EXIT } from '../model/fault.ts';
import { atLeast, type Change, type Severity } from '../model/finding.ts';
import { emptyRun, type Run, summarise } from '../model/run.ts';
import { type ChangeOptions, changesSince, spokenBy } from './changes.ts';
import { declare } from './declare.ts';
import type { DeclaredFile } from './declared-file.ts';
import { finish } from './failure.ts';
import type { RunOptions } from './options.ts';

export interface DiffOptions extends ChangeOptions {
  failOn: Severity | 'never';
  /** Any change that nobody has accepted fails. */
  frozen: boolean;
}

/** What an adapter declares now against what it promised. */
export async function diff(
  before: ReadLock,
  options: RunOptions & DiffOptions & { source: string | null },
): Promise<{ run: Run; left: string[] }> {
  const startedAt = performance.now();
  const run = emptyRun('diff');
  const { evidence, declaration } = await declare(run, options);
  if (declaration) {
    options.onEvent({ kind: 'phase', text: 'comparing' });
    if (options.source) (await import('./source-places.ts')).locate(evidence.tools, options.source);
    const supported = spokenBy(evidence, before.declared.protocol, options.open);
    judge(run, await changesSince(before, { ...declaration.declared, supported }, evidence.tools, options), options);
  }
  finish(run, evidence, startedAt, options.open.signal);
  run.summary = summarise(run);
  return { run, left: declaration ? [...declaration.left, ...olderNote(before, declaration.lock)] : [] };
}

const NOT_COMPARED = 'the lock holds no instructions and no published risks yet, so they were not compared: mcp-adapter lock takes them in';

/** What an older lock does not hold, where there is some of it. */
function olderNote({ declared: { server } }: ReadLock, now: Lock): string[] {
  const isOlder = server !== null && server.instructions === undefined;
  const hasMore = now.server.instructions || Object.values(now.tools).some(({ risk }) => risk);
  return isOlder && hasMore ? [NOT_COMPARED] : [];
}

/** What one file declares against another. @param name of the second, as the user wrote it */
export async function diffFiles(before: ReadLock, after: DeclaredFile, name: string, options: DiffOptions): Promise<Run> {
  const startedAt = performance.now();
  const run = emptyRun('diff');
  run.target = { kind: 'file', file: name };
  const edited = [...before.edited, ...after.edited];
  judge(run, await changesSince({ ...before, edited }, after.declared, after.tools, options), options);
  run.durationMs = Math.round(performance.now() - startedAt);
  run.summary = summarise(run);
  return run;
}

function judge(run: Run, changes: Change[], { frozen, failOn }: DiffOptions): void {
  run.changes = changes;
  run.exitCode = failing(changes, frozen ? 'info' : failOn) ? EXIT.findings : EXIT.ok;
}

/** True when a change that nobody has accepted weighs enough to fail the run. */
function failing(changes: readonly Change[], failOn: Severity | 'never'): boolean {
  return failOn !== 'never' && changes.some(({ severity, accepted }) => !accepted && atLeast(severity, failOn));
}
