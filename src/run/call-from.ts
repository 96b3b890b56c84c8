import { Fault } from '../model/fault.ts';
import type { SavedCase } from '../model/saved-case.ts';
import type { Secret } from '../model/target.ts';
import { secretsFor } from './case-secrets.ts';
import { openSite } from './case-site.ts';
import type { Keeping } from './options.ts';
import type { Place } from './place.ts';
import type { Played } from './play.ts';
import { type CaseHost, playCase } from './play-case.ts';

/**
 * The calls of a case, the last with its arguments edited. Tasks keep their names: `--task` gives another.
 * @returns what makes them. It throws a Fault (usage) when the case cannot be run
 */
export async function callFrom(
  saved: SavedCase,
  file: string,
  keeping: Keeping,
  passed: readonly Secret[],
  edit: NonNullable<CaseHost['edit']>,
): Promise<(place: Place) => Promise<Played[]>> {
  const secrets = await secretsFor(saved, keeping, passed);
  return async (place) => {
    const site = await openSite(file, saved.site);
    try {
      const run = await playCase(saved, place, { site: site?.url ?? null, tasks: new Map(), ...secrets, isStale: false, edit });
      if (run.unreplayable)
        throw new Fault('usage', `the case cannot be run: ${run.unreplayable}`, 'mcp-adapter cases show tells what it needs');
      return run.played;
    } finally {
      await site?.close();
    }
  };
}
