import { basename, isAbsolute, relative } from 'node:path';

/** How a case names a folder of pages: as it lies below the folder that holds `cases/`, else by its name alone, for a copy there. */
export function siteName(folder: string, site: string): string {
  const path = relative(folder, site);
  return path && !path.startsWith('..') && !isAbsolute(path) ? path : basename(site);
}
