import type { Evidence } from '../model/evidence.ts';
import { resultOf } from '../model/exchange.ts';
import { EXIT } from '../model/fault.ts';
import { NO_PROCESS, type Run } from '../model/run.ts';

/** Why nothing can be written for tools that were not all listed; null when they were. */
export function unlistedTools({ lists: { tools } }: Evidence): Pick<Run, 'error' | 'exitCode' | 'next'> | null {
  const last = tools?.exchanges.at(-1);
  if (tools && last && !tools.stopped && Array.isArray(resultOf(last)?.tools)) return null;
  const isRefused = last?.http?.status === 401 || last?.http?.status === 403;
  const message = tools?.stopped
    ? `the list of tools was not read to its end (${tools.stopped}), so nothing was written`
    : 'tools/list was not answered with tools, so nothing was written';
  const error = {
    phase: 'list' as const,
    class: 'list/no-answer',
    message,
    hint: 'set right what stands above, and run it again',
    ...NO_PROCESS,
  };
  return { error, exitCode: isRefused ? EXIT.unauthorized : EXIT.unreachable, next: null };
}
