import type { Io } from '../io.ts';
import type { TargetFlags } from '../target-options.ts';

export interface LockFlags extends TargetFlags {
  file?: string;
}

/** The work of `lock`; returns the exit code. */
export async function lockWork(_word: string | undefined, _flags: LockFlags, _launch: readonly string[] | null, _io: Io): Promise<number> {
  throw new Error('not built yet');
}
