import { setMaxListeners } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { LoadedConfig } from '../config/config.ts';
import { namedSecrets } from '../config/named-secrets.ts';
import { messageOf } from '../model/fault.ts';
import { isSecretHeader, masker, secretsIn } from '../model/secret.ts';
import { launchOf, type Secret, type Target } from '../model/target.ts';
import type { RunOptions } from '../run/options.ts';
import type { FrameLog } from '../wire/frame-log.ts';
import { AdapterStderr } from './adapter-stderr.ts';
import { durationOption } from './duration.ts';
import type { Io } from './io.ts';
import { Progress } from './progress.ts';
import { asTyped } from './reference.ts';
import type { TargetFlags } from './target-options.ts';
import { version } from './version.ts';

/** A conversation that is written down. */
export interface Traced {
  command: string;
  folder: string;
}

/** What a command needs to talk to one adapter, and what to do when it is over. */
export interface Prepared {
  options: RunOptions;
  mask: (text: string) => string;
  /** Stops the clock, finishes stderr and the progress line. */
  done(): Promise<void>;
}

/**
 * Turns flags and config into options: time limits, the deadline, secrets, what goes to stderr meanwhile.
 * @param traced the command whose conversation is written to a trace, and the folder it goes to; null for none
 * @param more what else is secret
 */
export function prepare(
  flags: TargetFlags,
  target: Target,
  loaded: LoadedConfig | null,
  io: Io,
  deadline: string,
  traced: Traced | null = null,
  more: readonly Secret[] = [],
): Prepared {
  const secrets = [...secretsOf(target, loaded, io), ...more];
  const mask = masker(secrets);
  const progress = new Progress(io.stderr, !flags.quiet && io.stderr.isTTY);
  const stderr = new AdapterStderr(io.stderr, mask);
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), durationOption(flags.deadline ?? deadline, '--deadline'));
  const signal = AbortSignal.any([clock.signal, io.interrupted]);
  // Each process and request of a run listens to it; there may be many at once.
  setMaxListeners(0, signal);
  const options: RunOptions = {
    target,
    secrets,
    risks: loaded?.config.risks ?? {},
    onEvent: (event) => progress.show(event.text),
    ...(flags.bundled ? { site: flags.bundled.site, resetSite: flags.bundled.resetSite } : {}),
    open: {
      info: { name: 'mcp-adapter', version: version() },
      era: flags.era === 'both' ? 'auto' : flags.era,
      protocol: flags.protocol ?? null,
      capabilities: flags.capability,
      startTimeoutMs: durationOption(flags.startTimeout, '--start-timeout'),
      timeoutMs: durationOption(flags.timeout, '--timeout'),
      env: { ...io.env, MCP_ADAPTER_STATE: stateOf(loaded, io) },
      signal,
      ...(flags.quiet ? {} : { onStderr: stderr.push }),
      ...(traced ? { trace: traceOf(traced, flags.bundled ? asTyped(target) : target, io, mask) } : {}),
    },
  };
  return {
    options,
    mask,
    done: async () => {
      clearTimeout(timer);
      progress.clear();
      await stderr.end();
    },
  };
}

/** Everything secret that is passed to the adapter or named in the config. */
function secretsOf(target: Target, loaded: LoadedConfig | null, io: Io): Secret[] {
  const launch = launchOf(target);
  const inherited = launch?.inheritEnv ? Object.fromEntries(Object.entries(io.env).map(([name, value]) => [name, value ?? ''])) : {};
  const headers = target.kind === 'http' ? headerSecrets(target.headers) : [];
  return [...namedSecrets(loaded, io.env), ...headers, ...secretsIn({ ...inherited, ...launch?.env })];
}

function headerSecrets(headers: Record<string, string>): Secret[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const bare = value.replace(/^(Bearer|Basic|Token) +/i, '');
    return secretsIn({ [name]: bare }).length || isSecretHeader(name) ? [{ name, value: bare }] : [];
  });
}

/** Writes the conversation to a new file. Where nothing can be written, the run goes on. */
function traceOf({ command, folder }: Traced, target: Target, io: Io, mask: (text: string) => string): (frames: FrameLog) => void {
  const file = join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${command}.ndjson`);
  let isTold = false;
  // Many connections may go on in one trace.
  const lost = (error: unknown): void => {
    if (!isTold) void io.stderr.write(`the trace cannot be written: ${messageOf(error)}\n`);
    isTold = true;
  };
  return (frames) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      keepOutOfGit(dirname(folder));
      frames.traceTo(file, { command, target: describeTarget(target) }, mask, lost);
    } catch (error) {
      lost(error);
    }
  };
}

/** Traces and state hold what was sent and answered. An `--out` folder is the caller's own. */
function keepOutOfGit(folder: string): void {
  const file = join(folder, '.gitignore');
  if (basename(folder) === '.mcp-adapter' && !existsSync(file)) writeFileSync(file, '*\n');
}

/** The state folder of the adapters that we start: the one we were given, else beside the config or where we stand. */
export function stateOf(loaded: LoadedConfig | null, io: Io): string {
  const { MCP_ADAPTER_STATE: given } = io.env;
  return given ? resolve(io.cwd, given) : join(loaded?.folder ?? io.cwd, '.mcp-adapter', 'state');
}

/** What a trace says of its target: no environment, no headers. */
function describeTarget(target: Target): Record<string, unknown> {
  return target.kind === 'stdio' ? { kind: 'stdio', command: target.command, args: target.args } : { kind: 'http', url: target.url };
}
