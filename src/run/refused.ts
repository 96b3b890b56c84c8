import { EXIT, Fault } from '../model/fault.ts';
import { NO_PROCESS, type Run } from '../model/run.ts';
import type { Keeping } from './options.ts';

/** What `write` gives; null for a Fault, with which the run will end: what it has found out is worth a report all the same. */
export async function orRefused<T>({ refused }: Keeping, write: () => Promise<T>): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    refused.push({ fault: error, class: error.kind });
    return null;
  }
}

/** A failure that could not be kept makes the run one that could not be done as asked: nothing must seem saved that is not. */
export function keepingFault(run: Run, { refused }: Keeping): void {
  const [first] = refused;
  if (!first || run.error) return;
  const { message, hint } = first.fault;
  run.error = { phase: 'usage', class: first.class, message, hint, ...NO_PROCESS };
  run.exitCode = EXIT.usage;
}
