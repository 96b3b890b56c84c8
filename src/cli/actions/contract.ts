import type { Severity } from '../../model/finding.ts';
import type { Io } from '../io.ts';
import type { TargetFlags } from '../target-options.ts';

export interface ContractFlags extends TargetFlags {
  tool: string[];
  runs: string;
  seed?: string;
  allowWrites?: boolean;
  failOn: Severity | 'never';
  rule: string[];
  out?: string;
}

/** The work of `contract`; returns the exit code. */
export async function contractWork(
  _word: string | undefined,
  _flags: ContractFlags,
  _launch: readonly string[] | null,
  _io: Io,
): Promise<number> {
  throw new Error('not built yet');
}
