import { EXIT, Fault } from '../../model/fault.ts';
import { readTrace, type TraceFilter } from '../../run/read-trace.ts';
import { traceFrames } from '../../run/trace-frames.ts';
import type { Io } from '../io.ts';
import { report, widthOf } from '../report.ts';
import { traceFile } from '../trace-file.ts';
import { printFrames } from '../trace-frames.ts';

export interface TraceFlags {
  slow?: boolean;
  task?: string;
  tool?: string;
  frames?: boolean;
  reporter: string[];
  config?: string;
  quiet?: boolean;
  verbose?: boolean;
}

/** The work of `trace`; returns the exit code: 0 whatever became of the calls, because they were judged when they were made. */
export async function traceWork(named: string | undefined, flags: TraceFlags, io: Io): Promise<number> {
  if (flags.frames && (flags.slow || flags.reporter.length))
    throw new Fault('usage', `--frames prints messages in their order, so it goes without ${flags.slow ? '--slow' : '--reporter'}`);
  const { file, shown } = await traceFile(named, flags, io);
  const filter: TraceFilter = { task: flags.task ?? null, tool: flags.tool ?? null };
  const reading = { shown, signal: io.interrupted };
  try {
    if (flags.frames) {
      const whole = flags.verbose ?? false;
      await printFrames(traceFrames(file, { ...filter, ...reading, whole }), io.stdout, widthOf(io), whole);
    } else {
      const run = await readTrace(file, { ...filter, ...reading, slow: flags.slow ?? false });
      // It was masked when it was written.
      await report(run, flags, io, (text) => text);
    }
    return EXIT.ok;
  } catch (error) {
    if (io.interrupted.aborted) return EXIT.interrupted;
    throw error;
  }
}
