import { scanForSecrets } from '../cases/scan.ts';
import type { Declared } from '../lock/difference.ts';
import { lockText } from '../lock/lock.ts';
import { MAX_BYTES } from '../lock/read-json.ts';
import type { ReadLock } from '../lock/read-lock.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import { Fault, messageOf } from '../model/fault.ts';
import { emptyRun, type Run, summarise } from '../model/run.ts';
import { size } from '../model/text.ts';
import { replaceFile, SHARED } from '../model/whole-file.ts';
import { changesSince } from './changes.ts';
import { declare } from './declare.ts';
import { finish } from './failure.ts';
import type { RunOptions } from './options.ts';

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
  /** What of the list was left out, one sentence each. */
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
  const { evidence, declaration } = await declare(run, options);
  let locked: Locked | null = null;
  if (declaration && !options.open.signal.aborted) {
    const text = lockText(declaration.lock);
    if (Buffer.byteLength(text) > MAX_BYTES)
      throw new Fault('config', `${shown} would be larger than ${size(MAX_BYTES)}, and was not written`);
    refuseSecrets(text, shown, options);
    if (former) {
      const changes = await changesSince(former, declaration.declared, evidence.tools, { settings: {}, accepted: [], files: null });
      run.changes = changes.map((change) => ({ ...change, severity: 'info' }));
    }
    const isSame = former !== null && !former.edited.length && saysTheSame(former.declared, declaration.declared);
    locked = { tools: declaration.declared.tools.size, isWritten: !isSame, left: declaration.left };
    if (locked.isWritten) await write(file, shown, text);
  }
  finish(run, evidence, startedAt, options.open.signal);
  run.summary = summarise(run);
  return { run, locked };
}

/** However the file is laid out: a formatter may have been there. */
function saysTheSame(one: Declared, other: Declared): boolean {
  const text = ({ protocol, server, tools }: Declared) => canonicalJson({ protocol, server, tools: [...tools] });
  return text(one) === text(other);
}

/** The lock is for git: what was passed to the adapter in confidence must not come to stand in it. */
function refuseSecrets(text: string, shown: string, { secrets }: RunOptions): void {
  const found = scanForSecrets(text, secrets).find(({ known }) => known);
  if (found)
    throw new Fault(
      'config',
      `a declaration holds the value of ${found.name}, so ${shown} was not written`,
      'let the adapter declare no secret',
    );
}

async function write(file: string, shown: string, text: string): Promise<void> {
  await replaceFile(file, text, SHARED).catch((error: unknown) => {
    throw new Fault('config', `${shown} cannot be written: ${messageOf(error)}`);
  });
}
