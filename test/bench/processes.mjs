// What the benchmarks of whole processes share: how long one takes, the middle of several, and the frames that the tap has written down.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// An adapter of ours gets only what SDK clients pass. What slows every Node down must not slow only the bare script's adapter.
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...ENV } = process.env;

/** Milliseconds until Node has run these arguments. */
export function timeOf(args, { cwd, env = {} }) {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...ENV, ...env }, cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const ms = performance.now() - startedAt;
  if (status !== 0 && status !== 1) throw new Error(`${args.join(' ').slice(0, 300)} ended with ${status}: ${stderr}`);
  return ms;
}

export function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** What tap.mjs saw on each adapter's stdin, one list a process; a line that is no JSON as its text. */
export function framesIn(file) {
  const lists = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { pid, text } = JSON.parse(line);
    let request = text;
    try {
      request = JSON.parse(text);
    } catch {}
    lists.set(pid, [...(lists.get(pid) ?? []), request]);
  }
  return [...lists.values()];
}
