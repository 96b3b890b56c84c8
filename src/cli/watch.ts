import { relative, resolve, sep } from 'node:path';
import { watch as watchFiles } from 'chokidar';
import { Fault, messageOf } from '../model/fault.ts';
import { plural } from '../model/text.ts';
import { aborted, delay } from '../wire/wait.ts';
import type { Io } from './io.ts';

/** An editor writes several files, or one in several steps. */
const QUIET_MS = 150;
/** What never rests is no reason to wait for ever. */
const MAX_WAITS = 20;

/** What is written by runs, or is not the author's. `dist` is not among them: of a compiled adapter it is what runs. */
const IGNORED = new Set(['node_modules', '.git', '.mcp-adapter', 'cases']);

/**
 * Watches files and folders until the user interrupts, and calls `onChange` some 150 ms after something changed; however much changes while
 * it runs leads to one more call. What `onChange` throws ends the watching.
 * @param written files and folders that runs write: changes of them do not count
 * @throws Fault (usage) when the system cannot watch
 */
export async function watch(
  paths: readonly string[],
  io: Io,
  onChange: () => Promise<void>,
  written: readonly string[] = [],
): Promise<void> {
  const roots = paths.map((path) => resolve(io.cwd, path));
  const outputs = written.map((path) => resolve(io.cwd, path));
  const watcher = watchFiles(roots, { ignored: (path) => isIgnored(path, roots, outputs) });
  const changes = { files: 0, seen: false, wake: () => {} };
  const stop = aborted(io.interrupted);
  try {
    await new Promise<void>((ready, failed) => {
      watcher.on('error', (error) => failed(new Fault('usage', `changes cannot be watched: ${messageOf(error)}`)));
      watcher.on('add', () => changes.files++);
      watcher.on('ready', ready);
      void stop.then(ready);
    });
    watcher.on('all', () => {
      changes.seen = true;
      changes.wake();
    });
    if (!io.interrupted.aborted) await io.stderr.write(`watching ${plural(changes.files, 'file')}; Ctrl-C ends\n`);
    while (!io.interrupted.aborted) {
      const change = new Promise<void>((wake) => {
        changes.wake = wake;
      });
      if (!changes.seen) await Promise.race([change, stop]);
      if (io.interrupted.aborted) break;
      for (let waits = 0; changes.seen && waits < MAX_WAITS; waits++) {
        changes.seen = false;
        await Promise.race([delay(QUIET_MS), stop]);
      }
      changes.seen = false;
      if (!io.interrupted.aborted) await onChange();
    }
  } finally {
    await watcher.close();
  }
}

/** Below what was named: what was named itself is watched, whatever it is called. */
function isIgnored(path: string, roots: readonly string[], outputs: readonly string[]): boolean {
  const above = roots.filter((root) => path === root || path.startsWith(root + sep));
  if (outputs.some((output) => path === output || path.startsWith(output + sep))) return true;
  return (
    above.length > 0 &&
    above.every((root) =>
      relative(root, path)
        .split(sep)
        .some((name) => IGNORED.has(name)),
    )
  );
}
