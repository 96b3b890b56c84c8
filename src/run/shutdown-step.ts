import type { Evidence } from '../model/evidence.ts';
import type { StepRecord } from '../model/run.ts';
import { plural } from '../model/text.ts';

/** How the adapter went once it was asked to: failed when it had to be killed, had gone before, or left processes behind. Null when nothing was started. */
export function shutdownStep({ process }: Evidence, name: string): StepRecord | null {
  const ending = process?.ending;
  if (!process || !ending) return null;
  const { survivors, by, ms } = ending;
  const exit = process.exit;
  const mismatches = [
    ...(by === 'exited'
      ? [`the adapter had ended before it was asked to (${exit?.signal ?? `exit code ${exit?.code ?? 'unknown'}`})`]
      : []),
    ...(by === 'SIGKILL' ? ['neither closing stdin nor SIGTERM ended the adapter; it was killed'] : []),
    ...(survivors
      ? [
          `${plural(survivors, 'process', 'processes')} that the adapter had started ${survivors === 1 ? 'was' : 'were'} still there after it`,
        ]
      : []),
  ];
  const failed = mismatches.length > 0;
  return {
    name,
    status: failed ? 'failed' : 'passed',
    tool: '',
    outcome: failed ? 'transport' : 'ok',
    code: by === 'exited' ? 'exited' : survivors ? 'survivors' : by.toLowerCase(),
    ms: Math.round(ms),
    taskId: null,
    result: null,
    steps: [],
    ...(failed ? { mismatches } : {}),
  };
}
