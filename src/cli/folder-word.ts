import { isAbsolute, relative, sep } from 'node:path';

/**
 * A folder as a command line names it from where we are: never so that it could be an option, and absolute where it was named so.
 * @param named as it was given
 * @param folder the same, absolute
 */
export function folderWord(named: string, folder: string, cwd: string): string {
  const way = relative(cwd, folder) || '.';
  if (isAbsolute(named) || isAbsolute(way)) return folder;
  return way.startsWith('-') ? `.${sep}${way}` : way;
}
