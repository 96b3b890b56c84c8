import { execa } from 'execa';
import type { Ending, ProcessExit, ProcessFacts, StartFailure } from '../model/process.ts';
import type { Launch } from '../model/target.ts';
import { adapterEnvironment, RUN_MARK } from './environment.ts';
import { cpuMs, processesOf, sharersOfStdin, signalGroup } from './process-tree.ts';
import { folderFailure, spawnFailure } from './start-failure.ts';
import { StderrRing } from './stderr-ring.ts';
import { until, within } from './wait.ts';
import { watchOver } from './watcher.ts';

/** How long an adapter may take to go (contracts, "Ending an adapter"). */
const STDIN_GRACE_MS = 2_000;
const SIGTERM_GRACE_MS = 800;
/** What a browser or another grandchild gets to notice that its parent has gone. */
const SURVIVOR_GRACE_MS = 300;
/** Stderr may arrive a little after the exit that it explains. */
const DRAIN_MS = 100;

function start(launch: Launch, cwd: string, env: Record<string, string>) {
  return execa(launch.command, launch.args, {
    cwd,
    env,
    extendEnv: false,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    // A group of its own, so that one signal reaches whatever it starts.
    detached: process.platform !== 'win32',
    cleanup: false,
    windowsHide: true,
  });
}

let started = 0;

/** Every adapter that is running, so that our own death can take them along. */
const running = new Set<AdapterProcess>();

/** Kills every adapter process and what it started at once, synchronously: for our own exit. */
export function killAllAdapters(): void {
  for (const each of running) {
    const descendants = each.descendants();
    each.kill();
    for (const pid of descendants) signalOne(pid, 'SIGKILL');
  }
}

/** A started adapter: its pipes, its facts, and how it is ended. */
export class AdapterProcess {
  readonly startedAt = performance.now();
  readonly stderr = new StderrRing();
  readonly mark = `${process.pid}-${Date.now().toString(36)}-${++started}`;
  readonly command: string;
  /** Why it could not even be started. */
  failure: StartFailure | null = null;
  exit: ProcessExit | null = null;
  /** Resolves when the process has ended and its output had time to arrive. */
  readonly ended: Promise<void>;
  #child: ReturnType<typeof start> | null = null;
  #firstByteMs: number | null = null;
  stdoutBytes = 0;
  /** How many lines have come on stdout: only who reads it as lines can tell. */
  countLines = (): number => 0;
  #ending: Ending | null = null;
  #closing: Promise<Ending> | null = null;
  #callOff: () => void = () => {};
  readonly #forgotten = new AbortController();
  #markEnded: () => void = () => {};
  #lateFrom = Number.POSITIVE_INFINITY;

  constructor(launch: Launch, ours: NodeJS.ProcessEnv, onStdout: (chunk: Buffer) => void, onStderr: (chunk: Buffer) => void = () => {}) {
    this.command = [launch.command, ...launch.args].join(' ');
    this.ended = new Promise((resolve) => {
      this.#markEnded = resolve;
    });
    const environment: Record<string, string> = { ...adapterEnvironment(launch, ours), [RUN_MARK]: this.mark };
    const cwd = launch.cwd ?? process.cwd();
    this.failure = folderFailure(cwd);
    if (this.failure) {
      this.#markEnded();
      return;
    }
    const child = start(launch, cwd, environment);
    this.#child = child;
    // With `reject: false` the promise only tells what the events tell; a failed spawn comes here too.
    void child.then((result) => {
      if (child.pid !== undefined) return;
      const places = { adapterPath: environment.PATH ?? '', ourPath: ours.PATH ?? '', cwd };
      this.failure = spawnFailure(result.code ?? '', launch, places);
      this.#markEnded();
    });
    if (child.pid === undefined) return;
    running.add(this);
    this.#callOff = watchOver(child.pid, this.mark);
    child.stdout.on('data', (chunk: Buffer) => {
      this.#firstByteMs ??= this.#age();
      this.stdoutBytes += chunk.length;
      onStdout(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.stderr.push(chunk);
      onStderr(chunk);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    child.once('exit', (code: number | null, signal: string | null) => {
      this.exit = { code, signal, ageMs: Math.round(this.#age()) };
      const drained = new Promise((resolve) => child.once('close', resolve));
      void within(drained, DRAIN_MS).then(this.#markEnded);
    });
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Sends text to stdin. False when the process can take none any more. */
  write(text: string): boolean {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable || this.exit) return false;
    // What is sent in one turn goes out together: each write of its own costs as much as a quick adapter's whole call.
    if (!stdin.writableCorked) {
      stdin.cork();
      process.nextTick(() => stdin.uncork());
    }
    stdin.write(text);
    return true;
  }

  /** Ends what we send; the adapter should answer what it has and leave. */
  closeStdin(): void {
    this.#lateFrom = this.stdoutBytes;
    this.#child?.stdin.end();
  }

  /** Closes our end of its stdout, as a client that went away does. */
  closeStdout(): void {
    this.#child?.stdout.destroy();
  }

  /** Processes that this adapter started and that are alive (Linux). */
  descendants(): number[] {
    return this.pid === null ? [] : processesOf(this.pid, this.mark).filter((pid) => pid !== this.pid);
  }

  /** Descendants that hold the adapter's own stdin (Linux). */
  stdinSharers(): number[] {
    return this.pid === null ? [] : sharersOfStdin(this.pid, this.descendants());
  }

  /** Kills the whole group at once and synchronously. What is left, in a session of its own, is for `end` to find. */
  kill(): void {
    if (this.pid !== null) signalGroup(this.pid, 'SIGKILL');
  }

  /** Kills it once the signal is aborted, or at once when it was already; not when it has ended, for its id may be another's by then. */
  killOn(signal: AbortSignal): void {
    if (signal.aborted) this.kill();
    else signal.addEventListener('abort', () => this.kill(), { once: true, signal: this.#forgotten.signal });
  }

  /** Ends the process politely, then less so; the answer says what it took. Never rejects, and may be called twice. */
  end(): Promise<Ending> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Keeps the facts as they are: what is done to the process from now on is our doing. */
  freeze(): void {
    this.#frozen ??= this.facts();
  }
  #frozen: ProcessFacts | null = null;

  facts(): ProcessFacts {
    if (this.#frozen) return { ...this.#frozen, ending: this.#ending };
    return {
      command: this.command,
      pid: this.pid,
      firstByteMs: this.#firstByteMs,
      stdoutBytes: this.stdoutBytes,
      stdoutLines: this.countLines(),
      stderrBytes: this.stderr.bytes,
      stderrTail: this.stderr.tail(),
      exit: this.#exitBeforeEnding,
      ending: this.#ending,
    };
  }
  #exitBeforeEnding: ProcessExit | null = null;

  async #end(): Promise<Ending> {
    this.#exitBeforeEnding = this.exit;
    const began = performance.now();
    const pid = this.pid;
    let by: Ending['by'] = this.exit ? 'exited' : 'stdin';
    let cpu: number | null = null;
    if (pid !== null && !this.exit) {
      const before = cpuMs(pid);
      this.closeStdin();
      if (!(await this.#gone(STDIN_GRACE_MS))) {
        const after = cpuMs(pid);
        cpu = before === null || after === null ? null : (after - before) / STDIN_GRACE_MS;
        by = 'SIGTERM';
        signalGroup(pid, 'SIGTERM');
        if (!(await this.#gone(SIGTERM_GRACE_MS))) {
          by = 'SIGKILL';
          signalGroup(pid, 'SIGKILL');
          await this.#gone(1_000);
        }
      }
    }
    const ms = Math.round(performance.now() - began);
    const survivors = pid === null ? 0 : await this.#sweep(pid);
    this.#forget();
    this.#ending = { by, ms, survivors, cpu, lateBytes: Math.max(0, this.stdoutBytes - this.#lateFrom) };
    return this.#ending;
  }

  /** Ends what the adapter left behind; returns how many there were. */
  async #sweep(pid: number): Promise<number> {
    const left = () => (process.platform === 'linux' ? processesOf(pid, this.mark) : signalGroup(pid, 0) ? [pid] : []);
    const gone = () => left().length === 0;
    if (await until(gone, SURVIVOR_GRACE_MS)) return 0;
    const survivors = left().length;
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const alive = left();
      if (!alive.length) break;
      signalGroup(pid, signal);
      for (const each of alive) signalOne(each, signal);
      await until(gone, SURVIVOR_GRACE_MS);
    }
    return survivors;
  }

  #gone(ms: number): Promise<boolean> {
    return within(this.ended, ms).then((ended) => ended || this.exit !== null);
  }

  #forget(): void {
    running.delete(this);
    this.#forgotten.abort();
    this.#callOff();
    this.#callOff = () => {};
    // A grandchild may hold the pipes open; they must not hold us.
    for (const stream of [this.#child?.stdin, this.#child?.stdout, this.#child?.stderr]) stream?.destroy();
    this.#child?.unref();
  }

  #age(): number {
    return performance.now() - this.startedAt;
  }
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}
