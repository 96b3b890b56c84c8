import type { Readable, Writable } from 'node:stream';

/** The outside world of a command, so that tests run commands in-process with streams of their own. */
export interface Io {
  /** Arguments after the program's name. */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  stdout: Output;
  stderr: Output;
  /** Reads standard input to its end. */
  readStdin(): Promise<string>;
  /** Where a person can be asked; null when stdin or stderr is no terminal. */
  terminal: Terminal | null;
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP. */
  interrupted: AbortSignal;
}

/** What questions are read from and shown on: stdout is the report's. */
export interface Terminal {
  input: Readable;
  output: Writable;
}

export interface Output {
  /** Resolves once the text is taken, so that nothing is lost in a full pipe. */
  write(text: string): Promise<void>;
  isTTY: boolean;
  columns: number;
}

/** Why a run was cut short by the user. */
export const INTERRUPTED = 'interrupted';
