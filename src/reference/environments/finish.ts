import type { Ended } from './ended-environments.ts';
import type { Parking } from './parking.ts';
import type { Live } from './pool.ts';
import { type SavedStates, stateKey } from './saved-states.ts';
import type { StateHold } from './state-hold.ts';

/** What becomes of a session whose environment ends. */
export type Ending = 'park' | 'save' | 'forget';

export interface FinishParts {
  states: SavedStates;
  parking: Parking;
  now(): number;
}

/**
 * Closes the pages of an environment that nobody finds any more, saves its state, and parks its session or ends it.
 * @param mayPark asked last, because the adapter may be closed meanwhile
 * @param saveMs that saving may take, if not the usual
 * @returns whether its state was saved; `ended` is told the version
 */
export async function finish(
  { environment, session }: Live,
  ended: Ended,
  ending: Ending,
  { states, parking, now }: FinishParts,
  mayPark: () => boolean,
  saveMs?: number,
): Promise<boolean> {
  const { hold, context, lease, owner } = session;
  const isEmpty = await environment.pages.closeAll();
  // A profile keeps its state itself, wherever it is.
  const saves = ending !== 'forget' && hold !== null && lease.context === 'new' && session.isAlive();
  const version = saves ? await states.save(stateKey(owner), context, saveMs) : null;
  ended.version = version;
  if (hold && ending === 'forget') await states.discard(stateKey(owner));
  const isFree = version !== null && ending === 'park' && isEmpty && (await isReleased(hold));
  if (version !== null && isFree && session.isAlive() && mayPark())
    parking.put({ session, version, envId: environment.id, task: environment.task, since: now() });
  else await session.close();
  return version !== null;
}

/** False when the state folder does not let go of it: then closing tries again. */
async function isReleased(hold: StateHold | null): Promise<boolean> {
  try {
    await hold?.release();
    return true;
  } catch {
    return false;
  }
}
