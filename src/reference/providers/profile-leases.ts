import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createExclusive, removeOwned, replaceOwned, takeOver } from '../../kit/stores/exclusive-file.ts';
import { namesIn, sweepLeftovers } from '../../kit/stores/leftovers.ts';
import { isAlive, isOwner, type Owner, owner } from '../../kit/stores/owner.ts';
import { readStored } from '../../kit/stores/stored-json.ts';
import { isObject } from '../../model/json.ts';

/** Who has which profile: a file for each in `<state>/leases`, which all adapters on that state folder see. */
export interface ProfileLeases {
  /** `left`: it is ours now, but a process that has died may have left it running. */
  take(profile: string): Promise<'free' | 'left' | 'held'>;
  /** Gives it back; it is stopped. */
  drop(profile: string): Promise<void>;
  /** Gives it back as one that may still run: whoever takes it next, or sweeps, stops it first. */
  leave(profile: string): void;
  /** Takes the profiles that nobody holds any more but that may still run. Each is to be stopped and dropped. */
  takeLeft(): Promise<string[]>;
}

/** What stands in a lease file. */
interface StoredLease {
  id: string;
  provider: 'http-profiles';
  /** The service that the profile is of. */
  service: string;
  profile: string;
  owner: Owner;
}

const MAX_BYTES = 16 * 1024;
const MAX_FILES = 10_000;

/** The files that this process holds. */
const ours = new Set<string>();

export function createProfileLeases(state: string, service: string): ProfileLeases {
  const folder = join(state, 'leases');
  const fileOf = (profile: string) =>
    join(folder, `${createHash('sha256').update(`${service}\n${profile}`).digest('hex').slice(0, 32)}.json`);
  const mine = (profile: string): StoredLease => ({
    id: randomUUID().replaceAll('-', ''),
    provider: 'http-profiles',
    service,
    profile,
    owner: owner(),
  });

  /** Whoever takes over a file stops the profile, so only one may. */
  const takeIfLeft = async (file: string, lease: StoredLease): Promise<boolean> => {
    if (ours.has(file) || !isLeft(lease)) return false;
    return marked(file, () => takeOver(file, lease.id, mine(lease.profile)));
  };

  return {
    async take(profile) {
      const file = fileOf(profile);
      if (ours.has(file)) return 'held';
      if (await marked(file, () => createExclusive(file, mine(profile)))) return 'free';
      const lease = await readLease(file);
      if (lease === 'missing') return 'held';
      if (lease !== 'damaged') return (await takeIfLeft(file, lease)) ? 'left' : 'held';
      // Nobody can tell any more who had it.
      await marked(file, () => replaceOwned(file, mine(profile)).then(() => true));
      return 'left';
    },
    async drop(profile) {
      const file = fileOf(profile);
      await removeOwned(file);
      ours.delete(file);
    },
    leave(profile) {
      ours.delete(fileOf(profile));
    },
    async takeLeft() {
      await sweepLeftovers(folder);
      const taken: string[] = [];
      let looked = 0;
      for await (const name of namesIn(folder)) {
        if (looked++ >= MAX_FILES) break;
        if (!name.endsWith('.json')) continue;
        const file = join(folder, name);
        const lease = await readLease(file);
        if (typeof lease === 'object' && lease.service === service && (await takeIfLeft(file, lease))) taken.push(lease.profile);
      }
      return taken;
    },
  };
}

/** Counts a file as ours while it is being made so, or it would look like one that we could not stop. */
async function marked(file: string, take: () => Promise<boolean>): Promise<boolean> {
  ours.add(file);
  let taken = false;
  try {
    taken = await take();
    return taken;
  } finally {
    if (!taken) ours.delete(file);
  }
}

/** Its process has died, or is this one, which does not hold it any more and could not stop the profile. */
function isLeft(lease: StoredLease): boolean {
  const { pid, started, host } = owner();
  const own = lease.owner.pid === pid && lease.owner.started === started && lease.owner.host === host;
  return own || !isAlive(lease.owner);
}

async function readLease(file: string): Promise<StoredLease | 'missing' | 'damaged'> {
  const stored = await readStored(file, MAX_BYTES);
  if (stored.kind === 'missing') return 'missing';
  return stored.kind === 'json' && isLease(stored.value) ? stored.value : 'damaged';
}

function isLease(value: unknown): value is StoredLease {
  if (!isObject(value)) return false;
  const { id, provider, service, profile } = value;
  const texts = [id, service, profile].every((each) => typeof each === 'string');
  return texts && provider === 'http-profiles' && isOwner(value.owner);
}
