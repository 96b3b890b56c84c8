import type { Run } from '../model/run.ts';

/** How a report may look; reporters for machines ignore it. */
export interface Style {
  color: boolean;
  /** Terminal columns to wrap at. */
  width: number;
  /** Show what is folded otherwise. */
  verbose: boolean;
}

export const PLAIN: Style = { color: false, width: 100, verbose: false };

/** Turns a run into the text of one report, which ends with one newline. Pure: no process, no console, no clock. */
export type Reporter = (run: Run, style?: Partial<Style>) => string;
