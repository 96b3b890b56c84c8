/** What is known of the adapter's process, for post-mortems and the rules about starting and stopping. */
export interface ProcessFacts {
  /** The command as started, for people. */
  command: string;
  pid: number | null;
  /** Milliseconds from the start until the first byte on stdout; null when none came. */
  firstByteMs: number | null;
  stdoutBytes: number;
  /** Complete stdout lines. */
  stdoutLines: number;
  stderrBytes: number;
  /** The last lines of stderr, at most 40. */
  stderrTail: string[];
  /** The exit, when the process ended before we asked it to. */
  exit: ProcessExit | null;
  ending: Ending | null;
}

export interface ProcessExit {
  code: number | null;
  signal: string | null;
  /** Milliseconds since the start. */
  ageMs: number;
}

/** How the process went when it was asked to (contracts, "Ending an adapter"). */
export interface Ending {
  /** What it took: `stdin` closed was enough, `SIGTERM`, or `SIGKILL`. */
  by: 'stdin' | 'SIGTERM' | 'SIGKILL' | 'exited';
  /** Milliseconds from closing stdin until it was gone. */
  ms: number;
  /** Processes of its group that were still there after it ended. */
  survivors: number;
  /** Share of one core used between closing stdin and SIGTERM, 0 to 1; null when it cannot be read. */
  cpu: number | null;
  /** What came on stdout after stdin was closed. */
  lateBytes: number;
}

/** Why no conversation came about: filled by the wire, turned into sentences by the rules and into exit 3 by `check`. */
export interface StartFailure {
  kind:
    | 'command-not-found'
    | 'command-not-executable'
    | 'cwd-missing'
    | 'cwd-not-a-folder'
    | 'spawn-failed'
    | 'exited'
    | 'silent'
    | 'refused'
    | 'port-in-use'
    | 'unreachable'
    | 'unauthorized'
    | 'redirected'
    | 'http-error'
    | 'closed';
  /** The request that got no answer. */
  waitingFor: string | null;
  /** The time limit that passed, in milliseconds. */
  limitMs: number | null;
  /** The option that sets that limit. */
  limitOption: '--start-timeout' | '--timeout' | '--deadline' | null;
  /** Words of the operating system, or of the HTTP answer. */
  detail: string;
  /** What a silent adapter did next: all after the time limit. */
  afterwards: {
    /** A complete answer came once stdin was closed. */
    answeredOnClose: boolean;
    /** A fresh process answered a request framed with Content-Length. */
    answeredFramed: boolean;
  } | null;
  /** The same command under our whole environment: did it start, and with which variables of ours? */
  environment: { starts: boolean; variables: string[] } | null;
  /** Where the shell's PATH would have found the command, and how many folders of the adapter's PATH were searched. */
  path: { searched: number; elsewhere: string | null } | null;
}
