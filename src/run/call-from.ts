import { Fault } from '../model/fault.ts';
import type { SavedCase } from '../model/saved-case.ts';
import { quote } from '../model/text.ts';
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
 * @throws Fault (usage) for a case of an identity of the config: as somebody else the call tells nothing
 */
export async function callFrom(
  saved: SavedCase,
  file: string,
  keeping: Keeping,
  options: Pick<RunOptions, 'secrets' | 'site'>,
  edit: NonNullable<CaseHost['edit']>,
  task: string | null,
): Promise<(place: Place) => Promise<Played[]>> {
  refuseIdentity(saved);
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

/** Denied or let through is what such a case is about, so who calls must not change behind its back. */
function refuseIdentity({ target: { identity } }: SavedCase): void {
  if (identity === undefined) return;
  throw new Fault(
    'usage',
    `the case is a call as the identity ${quote(identity)}, and call connects as no identity of the config`,
    'mcp-adapter replay makes it as that one; to change its arguments, write them out: call TOOL JSON, with the token or environment of that one',
  );
}
