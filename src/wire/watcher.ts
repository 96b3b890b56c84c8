import { spawn } from 'node:child_process';
import { RUN_MARK } from './environment.ts';

/**
 * Reads a line that never comes: when our end of the pipe closes without it, we died. Then the adapter's group must go, and on Linux whatever
 * carries its mark in a session of its own. `kill -s NAME -- -GROUP` is the spelling that both dash and bash take.
 */
const SCRIPT = `read -r done && exit 0
kill -s TERM -- "-$1" 2>/dev/null
sleep 1
kill -s KILL -- "-$1" 2>/dev/null
for file in $(grep -slF -- "$2" /proc/[0-9]*/environ 2>/dev/null); do
  pid=\${file#/proc/}
  kill -s KILL "\${pid%/environ}" 2>/dev/null
done`;

/**
 * Watches over an adapter in case this process is killed with SIGKILL: a shell that waits on a pipe from us. Returns what calls it off.
 * POSIX only; on Windows an adapter may outlive a killed parent.
 */
export function watchOver(group: number, mark: string): () => void {
  if (process.platform === 'win32') return () => {};
  const watcher = spawn('/bin/sh', ['-c', SCRIPT, 'mcp-adapter-watcher', String(group), `${RUN_MARK}=${mark}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a session of its own, so that Ctrl-C at the terminal does not reach it.
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
  });
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  (watcher.stdin as unknown as { unref?: () => void }).unref?.();
  return () => watcher.stdin.end('done\n');
}
