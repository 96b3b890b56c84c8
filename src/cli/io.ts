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
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP. */
  interrupted: AbortSignal;
}

export interface Output {
  /** Resolves once the text is taken, so that nothing is lost in a full pipe. */
  write(text: string): Promise<void>;
  isTTY: boolean;
  columns: number;
}

/** Why a run was cut short by the user. */
export const INTERRUPTED = 'interrupted';
