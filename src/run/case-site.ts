import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { Fault } from '../model/fault.ts';
import { quote } from '../model/text.ts';
import type { serveSite } from '../suite/serve-site.ts';

/** Pages that are served while a case is run. */
export type OpenSite = Awaited<ReturnType<typeof serveSite>>;

/**
 * Serves the pages that a case names, from the folder that holds its `cases/`; a foreign file cannot have any other folder served. Null when it
 * needs none.
 * @param served the URL of pages that are there already: nothing is served then
 * @throws Fault (config) when they are not there, or elsewhere
 */
export async function openSite(file: string, site: string | null, served?: string): Promise<OpenSite | null> {
  if (served !== undefined) return { url: served, close: async () => {} };
  if (site === null) return null;
  const home = realpathSync(dirname(dirname(dirname(file))));
  const folder = realOf(join(home, site));
  const path = folder && relative(home, folder);
  if (!folder || !path || path.startsWith('..') || isAbsolute(path))
    throw new Fault('config', `the pages ${quote(site)} that it needs are not below ${home}`, 'copy them there');
  return (await import('../suite/serve-site.ts')).serveSite(folder);
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
