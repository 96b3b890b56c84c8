import { readdirSync, readFileSync } from 'node:fs';

/** Kills the renderers of every browser that this process started; their number. */
export function killRenderers(): number {
  const renderers = descendants().filter((pid) => commandOf(pid).includes('--type=renderer'));
  for (const pid of renderers) process.kill(pid, 'SIGKILL');
  return renderers.length;
}

/** Main processes of the browsers that this process started. */
export function browserProcesses(): number[] {
  return descendants().filter((pid) => commandOf(pid).includes('--remote-debugging-') && !commandOf(pid).includes('--type='));
}

function descendants(): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const isOurs = (pid: number | undefined): boolean => pid !== undefined && (pid === process.pid || isOurs(parents.get(pid)));
  return [...parents.keys()].filter((pid) => pid !== process.pid && isOurs(pid));
}

/** The fourth field; the second, in parentheses, may hold anything. */
function parentOf(pid: string): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return parent === undefined ? undefined : Number(parent);
}

function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

/** Empty for a process that has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
