import { scanForSecrets } from '../cases/scan.ts';
import { saysTheSame } from '../lock/declared.ts';
import { type Lock, lockText } from '../lock/lock.ts';
import { MAX_BYTES } from '../lock/read-json.ts';
import type { ReadLock } from '../lock/read-lock.ts';
import { Fault, messageOf } from '../model/fault.ts';
import { emptyRun, type Run, summarise } from '../model/run.ts';
import { quote, size } from '../model/text.ts';
import { replaceFile, SHARED } from '../model/whole-file.ts';
import { changesSince } from './changes.ts';
import { declare } from './declare.ts';
import { finish } from './failure.ts';
import type { RunOptions } from './options.ts';

/** So many places that look like credentials are told. */
const MAX_TOLD = 5;

/** The lock file, and what it holds until now. */
export interface LockFile {
  /** Absolute. */
  file: string;
  shown: string;
  /** Null where there is none, or none that can be read. */
  former: ReadLock | null;
}

/** What became of the file; null when the list did not come. */
export interface Locked {
  tools: number;
  isWritten: boolean;
  /** What of the list was left out, and what a person should know of the file, one sentence each. */
  left: string[];
}

/**
 * Writes down what an adapter declares; what has changed since the former lock stands in the run, as infos. A file that says the same is not
 * touched; where the list did not come whole nothing is written.
 * @throws Fault (config) where the file would hold a secret, or cannot be written
 */
export async function lock({ file, shown, former }: LockFile, options: RunOptions): Promise<{ run: Run; locked: Locked | null }> {
  const startedAt = performance.now();
  const run = emptyRun('lock');
  const { evidence, declaration } = await declare(run, options, true);
  let locked: Locked | null = null;
  if (declaration && !options.open.signal.aborted) {
    const text = lockText(declaration.lock);
    if (Buffer.byteLength(text) > MAX_BYTES)
      throw new Fault('config', `${shown} would be larger than ${size(MAX_BYTES)}, and was not written`);
    const secrets = refuseSecrets(text, shown, options);
    if (former) {
      const changes = await changesSince(former, declaration.declared, evidence.tools, { settings: {}, accepted: [], files: null });
      run.changes = changes.map((change) => ({ ...change, severity: 'info' }));
    }
    const isSame = former !== null && !former.edited.length && saysTheSame(former.declared, declaration.declared);
    locked = {
      tools: declaration.declared.tools.size,
      isWritten: !isSame,
      left: [...declaration.left, ...secrets, ...otherServer(former, declaration.lock, shown)],
    };
    if (locked.isWritten) await write(file, shown, text);
  }
  finish(run, evidence, startedAt, options.open.signal);
  run.summary = summarise(run);
  return { run, locked };
}

/**
 * The lock is for git: what was passed to the adapter in confidence must not come to stand in it.
 * @returns what only looks like a credential, one sentence each
 */
function refuseSecrets(text: string, shown: string, { secrets }: RunOptions): string[] {
  const all = scanForSecrets(text, secrets);
  const found = all.find(({ known }) => known);
  if (found)
    throw new Fault(
      'config',
      `a declaration holds the value of ${found.name}, so ${shown} was not written`,
      'let the adapter declare no secret',
    );
  return all.slice(0, MAX_TOLD).map(({ name, line }) => `${shown}:${line} holds what looks like ${name}: commit it only when it is none`);
}

/** The same file for another adapter is most often a mistake. */
function otherServer(former: ReadLock | null, { server }: Lock, shown: string): string[] {
  const was = former?.declared.server?.name ?? server.name;
  if (was === server.name) return [];
  return [`${shown} was the lock of ${quote(was, 60)}, and is that of ${quote(server.name, 60)} now; with --file FILE each has its own`];
}

async function write(file: string, shown: string, text: string): Promise<void> {
  await replaceFile(file, text, SHARED).catch((error: unknown) => {
    throw new Fault(
      'config',
      `${shown} cannot be written: ${messageOf(error)}`,
      'allow writing in its folder, or name another file with --file',
    );
  });
}
