import type { Command } from 'commander';
import type { Io } from '../io.ts';

/**
 * Builds one command. `launch` is what stood after `--`, null when there was none; `done` takes the exit code. What the command needs beyond
 * its options is imported when it runs.
 */
export type CommandFactory = (io: Io, launch: readonly string[] | null, done: (exitCode: number) => void) => Command;
