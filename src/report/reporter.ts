import type { Run } from '../model/run.ts';

/** How a report may look; reporters for machines take `folder` of it at most. */
export interface Style {
  color: boolean;
  /** Terminal columns to wrap at. */
  width: number;
  /** Show what is folded otherwise. */
  verbose: boolean;
  /** Where files that are named relatively stand below the root of the repository, with slashes; empty at the root. */
  folder: string;
}

export const PLAIN: Style = { color: false, width: 100, verbose: false, folder: '' };

/** Turns a run into the text of one report, which ends with one newline. Pure: no process, no console, no clock. */
export type Reporter = (run: Run, style?: Partial<Style>) => string;

/** A file as it is named from the root of the repository; one that is absolute stays so. */
export function placeOf(file: string, folder: string): string {
  const path = file.replaceAll('\\', '/').replace(/^\.\//, '');
  return !folder || /^(?:\/|[A-Za-z]:\/)/.test(path) ? path : `${folder}/${path}`;
}
