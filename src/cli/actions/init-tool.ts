import type { Risk } from '../../model/tool.ts';
import type { Io } from '../io.ts';
import type { ReportFlags } from '../report.ts';

export interface InitToolFlags extends ReportFlags {
  risk: Risk;
  description?: string;
  dryRun?: boolean;
}

/** The work of `init tool NAME`; returns the exit code. */
export async function initToolWork(_name: string, _flags: InitToolFlags, _io: Io): Promise<number> {
  throw new Error('not there yet');
}
