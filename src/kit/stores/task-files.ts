import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CLOCK, type Clock, msSince } from './clock.ts';
import { createExclusive, removeOwned, removeVersion, replaceOwned, takeOver } from './exclusive-file.ts';
import { isAlive, isKnown } from './owner.ts';
import { finished, readTask, reservation, type TaskRecord } from './task-record.ts';
import type { Claim, StoredOutcome, TaskStore, TaskWish } from './task-store.ts';
import { sweeper } from './task-sweep.ts';

const DAY_MS = 24 * 60 * 60_000;
/** What a call may take beyond its limit, and the clocks of two hosts may differ. */
const GRACE_MS = 5_000;
/** How often a claim looks when others change the key meanwhile, and the pause between. */
const LOOKS = 50;
const PAUSE_MS = 20;

export interface TaskFileOptions extends Partial<Clock> {
  /** How long the outcome of a finished call is kept; a day unless said. */
  ttlMs?: number;
}

/**
 * Idempotency keys as files `tasks/<key>.json` below the state folder, shared by all processes on it.
 *
 * A reservation whose owner died is executed again only where it is repeatable, for the same arguments; otherwise it stays in doubt, for a
 * person to look at. Errors of the disk come out of `claim`, `finish` and `sweep` as they are: a claim that failed leaves nothing behind, a
 * `finish` that failed leaves the reservation, so that nothing is executed twice.
 */
export function taskFiles(state: string, { ttlMs = DAY_MS, ...given }: TaskFileOptions = {}): TaskStore {
  const clock = { ...CLOCK, ...given };
  const folder = join(state, 'tasks');
  return {
    sweep: sweeper(folder, ttlMs, clock),
    async claim(key, wish) {
      if (!/^[0-9a-f]{16,128}$/.test(key)) throw new TypeError('an idempotency key is a hash in lower-case hex');
      const file = join(folder, `${key}.json`);
      let { claim, moved } = await look(file, wish, clock);
      for (let looks = 1; moved && looks < LOOKS; looks++) {
        await delay(PAUSE_MS);
        ({ claim, moved } = await look(file, wish, clock));
      }
      return claim;
    },
  };
}

/** One look at a key, with an attempt to reserve it where that is allowed. `moved`: somebody else was quicker, so look again. */
async function look(file: string, wish: TaskWish, clock: Clock): Promise<{ claim: Claim; moved?: boolean }> {
  const { argumentsHash } = wish;
  const seen = await readTask(file);
  const ours = reservation(wish, clock);
  if (seen === 'missing') {
    if (await createExclusive(file, ours)) return { claim: won(file, ours, clock) };
    return { claim: { kind: 'in_flight', argumentsHash }, moved: true };
  }
  if (seen === 'damaged') return { claim: { kind: 'in_doubt', argumentsHash: null } };
  const known = { argumentsHash: seen.arguments_hash };
  if (seen.outcome) {
    const claim: Claim = { kind: 'finished', ...known, outcome: seen.outcome };
    if (seen.arguments_hash !== argumentsHash || (wish.holds?.(seen.outcome) ?? true)) return { claim };
    return (await takeOver(file, seen.id, ours)) ? { claim: won(file, ours, clock) } : { claim, moved: true };
  }
  const age = msSince(seen.reserved, clock);
  const isLate = age > seen.limit_ms + GRACE_MS;
  const lives = isAlive(seen.owner);
  if (lives && !isLate) return { claim: { kind: 'in_flight', ...known } };
  // Whom we know to live may still be at it, however late by our clock.
  const isLost = !lives || !isKnown(seen.owner);
  const inDoubt: Claim = { kind: 'in_doubt', ...known };
  if (!isLost || !seen.repeatable || !wish.repeatable || seen.arguments_hash !== argumentsHash) return { claim: inDoubt };
  if (await takeOver(file, seen.id, ours)) return { claim: won(file, ours, clock) };
  return { claim: inDoubt, moved: true };
}

function won(file: string, record: TaskRecord, clock: Clock): Claim {
  return {
    kind: 'won',
    async finish(outcome: StoredOutcome | null) {
      // Until its limit has passed nobody else touches the reservation. After it, what another process has taken over by now stays as it is.
      const isOurs = msSince(record.reserved, clock) <= record.limit_ms;
      if (outcome) {
        const done = finished(record, outcome, clock);
        await (isOurs ? replaceOwned(file, done) : takeOver(file, record.id, done));
      } else await (isOurs ? removeOwned(file) : removeVersion(file, record.id));
    },
  };
}
