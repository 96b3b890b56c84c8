import { randomBytes } from 'node:crypto';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { member } from '../../model/json.ts';
import { createExclusive, removeOwned, takeOver } from '../stores/exclusive-file.ts';
import { isAlive, isKnown, isOwner, type Owner, owner } from '../stores/owner.ts';
import { readStored } from '../stores/stored-json.ts';

const MAX_LANES = 32;
const MAX_BYTES = 4096;
/** Whether a process of another host lives cannot be known; each says so this often, and one that has not for so long is taken for dead. */
const SIGN_EVERY_MS = 60_000;
const SILENT_MS = 10 * SIGN_EVERY_MS;

/** The right to write one chain: of all processes on a state folder, each has a lane of its own. */
export interface Lane {
  /** From 1. */
  number: number;
  /** False when somebody took the lane's file away, so that another process may have it by now. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the first lane that is free or whose owner has died: `lane-<number>.json` names the owner.
 * @throws Error when all are held, or the file system's when the folder cannot be written
 */
export async function holdLane(folder: string): Promise<Lane> {
  const id = randomBytes(16).toString('hex');
  const holder = { format: 'mcp-adapter/audit-lane@1', id, owner: owner() };
  for (let number = 1; number <= MAX_LANES; number++) {
    const file = join(folder, `lane-${number}.json`);
    if ((await createExclusive(file, holder)) || (await succeed(file, holder))) return laneOf(number, file, id);
  }
  throw new Error(
    `all ${MAX_LANES} lanes of the audit log are held: end a process that uses ${folder}, or remove the lane-*.json of those that are gone`,
  );
}

function laneOf(number: number, file: string, id: string): Lane {
  const sign = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), SIGN_EVERY_MS);
  sign.unref();
  const isHeld = async () => (await holderOf(file)).id === id;
  return {
    number,
    isHeld,
    release: async () => {
      clearInterval(sign);
      if (await isHeld()) await removeOwned(file);
    },
  };
}

async function succeed(file: string, holder: object): Promise<boolean> {
  const { id, owner } = await holderOf(file);
  if (id === null || owner === null) return false;
  const isGone = isKnown(owner) ? !isAlive(owner) : !isAlive(owner) || (await isSilent(file));
  return isGone && (await takeOver(file, id, holder));
}

async function holderOf(file: string): Promise<{ id: string | null; owner: Owner | null }> {
  const stored = await readStored(file, MAX_BYTES);
  const value = stored.kind === 'json' ? stored.value : null;
  const id = member(value, 'id');
  const owner = member(value, 'owner');
  return { id: typeof id === 'string' && /^\w{1,64}$/.test(id) ? id : null, owner: isOwner(owner) ? owner : null };
}

async function isSilent(file: string): Promise<boolean> {
  const facts = await stat(file).catch(() => null);
  return facts !== null && Date.now() - facts.mtimeMs > SILENT_MS;
}
