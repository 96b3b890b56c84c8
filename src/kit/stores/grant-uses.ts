import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../model/error-code.ts';
import { member } from '../../model/json.ts';
import { createExclusive, removeOwned } from './exclusive-file.ts';
import { readStored } from './stored-json.ts';

/** What a use says of itself: `grants/<id>.uses/<number>.json`. */
export interface Use {
  /** The idempotency key of the call that took it. */
  key: string;
  tool: string;
  /** RFC 3339, UTC. */
  at: string;
}

const MAX_BYTES = 64 * 1024;
/** Keys of uses that are remembered, so that a grant of many calls need not be read whole for each of them. */
const MAX_KNOWN = 10_000;

/** The uses of grants, on disk. What they throw is the error of the file system. */
export interface GrantUses {
  /** The use that the key has taken, the lowest number; null when it has none. */
  find(folder: string, key: string): Promise<number | null>;
  /**
   * Takes one of `max` uses for a key: its earlier one again if it has one, else the next free number, which exactly one of all processes
   * gets. Null when all are taken; nothing is taken when it throws.
   */
  take(folder: string, max: number, use: Use): Promise<number | null>;
}

/** The numbers of the uses that are taken, in order; a damaged use is taken too. @throws the error of the file system */
export async function takenUses(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const numbers = names.flatMap((name) => (/^[1-9]\d{0,3}\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
  return numbers.sort((a, b) => a - b);
}

export function grantUses(): GrantUses {
  /** A use never changes hands, but for a number that is given back below: a match is read again. */
  const known = new Map<string, unknown>();

  async function find(folder: string, key: string): Promise<number | null> {
    const numbers = await takenUses(folder);
    const keys = await Promise.all(numbers.map(async (number) => known.get(fileOf(folder, number)) ?? (await read(folder, number))));
    for (const [index, number] of numbers.entries()) if (keys[index] === key && (await read(folder, number)) === key) return number;
    return null;
  }

  async function read(folder: string, number: number): Promise<unknown> {
    const file = fileOf(folder, number);
    const seen = await readStored(file, MAX_BYTES);
    const key = seen.kind === 'json' ? member(seen.value, 'key') : undefined;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(file, key);
    return key;
  }

  async function take(folder: string, max: number, use: Use): Promise<number | null> {
    const earlier = await find(folder, use.key);
    if (earlier !== null) return earlier;
    const taken = new Set(await takenUses(folder));
    for (let number = 1; number <= max; number++) {
      if (taken.has(number) || !(await createExclusive(fileOf(folder, number), { format: 'mcp-adapter/use@1', ...use }))) continue;
      // Somebody may have taken one for the same key at the same time: the lower number is kept.
      const first = (await find(folder, use.key)) ?? number;
      if (first < number) await removeOwned(fileOf(folder, number));
      return first;
    }
    // The last one may have gone to the same key just now.
    return find(folder, use.key);
  }

  return { find, take };
}

function fileOf(folder: string, number: number): string {
  return join(folder, `${number}.json`);
}
