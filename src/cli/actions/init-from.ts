import type { Io } from '../io.ts';
import type { TargetFlags } from '../target-options.ts';
import type { InitProjectFlags } from './init-project.ts';

export interface InitFromFlags extends TargetFlags, InitProjectFlags {
  from?: boolean;
  reporter: string[];
}

/** The work of `init --from`; returns the exit code. */
export async function initFromWork(
  _dir: string | undefined,
  _flags: InitFromFlags,
  _launch: readonly string[] | null,
  _io: Io,
): Promise<number> {
  throw new Error('not there yet');
}
