import type { Evidence } from '../model/evidence.ts';
import { isStdio } from '../wire/channel-kinds.ts';
import { type CallWish, droppedBecause, toolNamed } from './calls.ts';
import type { Place } from './place.ts';
import { type Played, play } from './play.ts';

/** Makes the calls in their order, and looks after each whether a child of the adapter now shares its stdin. */
export async function makeCalls(
  place: Place,
  wishes: readonly CallWish[],
): Promise<{ played: Played[]; stdinSharedBy: Evidence['stdinSharedBy'] }> {
  const played: Played[] = [];
  let stdinSharedBy: Evidence['stdinSharedBy'] = null;
  const { session, seen } = place;
  const stdio = isStdio(session.channel) ? session.channel : null;
  for (const wish of wishes) {
    if (session.signal?.aborted || stdio?.process.exit) break;
    const tool = toolNamed(seen.tools, wish.name);
    // A finding says why.
    if (tool && (await droppedBecause(tool, session))) continue;
    played.push(await play(place, tool, wish, { name: wish.name }));
    const pid: number | undefined = stdio?.process.stdinSharers()[0];
    if (pid !== undefined) stdinSharedBy ??= { pid, tool: wish.name };
  }
  return { played, stdinSharedBy };
}
