import { Fault } from '../model/fault.ts';
import type { SavedCase } from '../model/saved-case.ts';
import { secretsFor } from './case-secrets.ts';
import { openSite } from './case-site.ts';
import { newTask, tasksOf } from './case-tasks.ts';
import type { Keeping, RunOptions } from './options.ts';
import type { Place } from './place.ts';
import type { Played } from './play.ts';
import { type CaseHost, playCase } from './play-case.ts';

/**
 * The calls of a case, the last with its arguments edited. With calls before it the task gets a new name, because an adapter that is still there
 * would answer those from memory.
 * @param task the name that the user gives it
 * @returns what makes them. It throws a Fault (usage) when the case cannot be run
 */
export async function callFrom(
  saved: SavedCase,
  file: string,
  keeping: Keeping,
  options: Pick<RunOptions, 'secrets' | 'site'>,
  edit: NonNullable<CaseHost['edit']>,
  task: string | null,
): Promise<(place: Place) => Promise<Played[]>> {
  const rename = task !== null ? () => task : saved.steps.length > 1 ? newTask : null;
  const tasks = tasksOf(saved, rename);
  const secrets = await secretsFor(saved, keeping, options.secrets);
  return async (place) => {
    const site = await openSite(file, saved.site, options.site);
    try {
      const run = await playCase(saved, place, { site: site?.url ?? null, tasks, ...secrets, isStale: false, edit });
      if (run.unreplayable)
        throw new Fault('usage', `the case cannot be run: ${run.unreplayable}`, 'mcp-adapter cases show tells what it needs');
      return run.played;
    } finally {
      await site?.close();
    }
  };
}
