import { constants } from 'node:os';

const STOPPING = ['SIGTERM', 'SIGINT'] as const;

/** Stops on the first SIGTERM or SIGINT, ends the process at once on the second. The function returned takes that back. */
export function stopOnSignals(stop: () => Promise<void>): () => void {
  let asked = false;
  const heard = (signal: NodeJS.Signals) => {
    if (asked) process.exit(128 + constants.signals[signal]);
    asked = true;
    void stop();
  };
  for (const signal of STOPPING) process.on(signal, heard);
  return () => {
    for (const signal of STOPPING) process.off(signal, heard);
  };
}
