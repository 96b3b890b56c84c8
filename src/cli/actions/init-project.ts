import type { TemplateName } from '../../scaffold/templates.ts';
import type { Io } from '../io.ts';
import type { ReportFlags } from '../report.ts';

export interface InitProjectFlags extends ReportFlags {
  template?: TemplateName;
  name?: string;
  yes?: boolean;
  dryRun?: boolean;
}

/** The work of `init [dir]`; returns the exit code. */
export async function initProjectWork(_dir: string | undefined, _flags: InitProjectFlags, _io: Io): Promise<number> {
  throw new Error('not there yet');
}
