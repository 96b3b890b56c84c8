import type { Severity } from '../../model/finding.ts';
import type { Io } from '../io.ts';
import type { TargetFlags } from '../target-options.ts';

export interface DiffFlags extends TargetFlags {
  frozen?: boolean;
  file?: string;
  reason?: string;
  until?: string;
  source?: string;
  failOn: Severity | 'never';
  rule: string[];
}

/** The work of `diff`; returns the exit code. */
export async function diffWork(
  _words: readonly (string | undefined)[],
  _flags: DiffFlags,
  _launch: readonly string[] | null,
  _io: Io,
): Promise<number> {
  throw new Error('not built yet');
}
