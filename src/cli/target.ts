import { resolve } from 'node:path';
import type { ConfiguredTarget, LoadedConfig } from '../config/config.ts';
import { Fault } from '../model/fault.ts';
import { nearest } from '../model/nearest.ts';
import { REVISIONS } from '../model/protocol.ts';
import type { HttpTarget, Launch, StdioTarget, Target } from '../model/target.ts';
import { quote } from '../model/text.ts';
import type { Io } from './io.ts';
import type { TargetFlags } from './target-options.ts';

/**
 * The adapters a command line names, in the order of contracts §1: the words after `--`, `--url`, `--server`, else the default of the config.
 * Two with `--transport both`, one otherwise.
 * @throws Fault (usage, config) when none is named, or what is named does not fit together
 */
export async function targetsOf(
  flags: TargetFlags,
  launch: readonly string[] | null,
  loaded: LoadedConfig | null,
  io: Io,
): Promise<Target[]> {
  if (flags.protocol && !(REVISIONS as readonly string[]).includes(flags.protocol)) {
    const close = nearest(flags.protocol, REVISIONS);
    throw new Fault(
      'usage',
      `there is no protocol revision ${quote(flags.protocol)}`,
      close ? `did you mean ${close}?` : `known are ${REVISIONS.join(', ')}`,
    );
  }
  if (launch && !launch.length) throw new Fault('usage', 'there is no command after --', 'write it there: -- node server.js');
  if (flags.url) return [httpOf(flags, flags.url, launch, io)];
  if (launch) return [only({ kind: 'stdio', ...launchFrom(flags, launch, io) }, flags)];
  const configured = flags.bundled?.target ?? (await configuredOf(flags, loaded, io));
  if (flags.transport === 'both') {
    if (!configured.stdio || !configured.http)
      throw new Fault(
        'usage',
        `${quote(configured.name)} has no ${configured.stdio ? 'http' : 'stdio'} entry`,
        '--transport both needs an entry with both',
      );
    return [amend(configured.stdio, flags, io), amend(configured.http, flags, io)];
  }
  const target = flags.transport ? configured[flags.transport] : (configured.stdio ?? configured.http);
  if (!target)
    throw new Fault('usage', `${quote(configured.name)} has no ${flags.transport} entry`, 'leave --transport out, or add the entry');
  return [amend(target, flags, io)];
}

/** Every configured adapter, for `check --all`. */
export async function allTargets(flags: TargetFlags, loaded: LoadedConfig | null, io: Io): Promise<Target[]> {
  const { configuredTargets } = await import('../config/servers.ts');
  const targets = configuredTargets(loaded, io.cwd, flags.serversFile ?? null, io.env);
  if (!targets.size)
    throw new Fault(
      'config',
      'no servers are configured here',
      '--all reads mcp-adapter.json, .mcp.json, .vscode/mcp.json or --servers-file',
    );
  return [...targets.values()].flatMap(({ stdio, http }) => ((stdio ?? http) ? [amend((stdio ?? http) as Target, flags, io)] : []));
}

async function configuredOf(flags: TargetFlags, loaded: LoadedConfig | null, io: Io): Promise<ConfiguredTarget> {
  const { configuredTargets, targetNamed } = await import('../config/servers.ts');
  const targets = configuredTargets(loaded, io.cwd, flags.serversFile ?? null, io.env);
  if (flags.server) return targetNamed(targets, flags.server);
  if (loaded?.config.default) return targetNamed(targets, loaded.config.default);
  const [first] = Object.keys(loaded?.config.targets ?? {});
  if (first) return targetNamed(targets, first);
  throw new Fault(
    'usage',
    'no adapter is named',
    'write its command after --, as in: mcp-adapter check -- node server.js; or use --url, --server NAME',
  );
}

function launchFrom(flags: TargetFlags, words: readonly string[], io: Io): Launch {
  const [command = '', ...args] = words;
  return launchWith(flags, { command, args, env: {}, inheritEnv: false, cwd: io.cwd }, io);
}

function httpOf(flags: TargetFlags, url: string, launch: readonly string[] | null, io: Io): HttpTarget {
  const probe = url.replaceAll('{port}', '1');
  if (!URL.canParse(probe) || !/^https?:$/.test(new URL(probe).protocol))
    throw new Fault('usage', `${quote(url)} is no http or https URL`, 'write http://127.0.0.1:5000/mcp');
  if (url.includes('{port}') && !launch)
    throw new Fault('usage', '{port} in --url needs a command after --', 'add -- and the command that starts the server');
  const start = launch ? { start: launchFrom(flags, launch, io) } : {};
  return { kind: 'http', url, headers: headersOf(flags, io), ...start };
}

/** What the command line says on top of a config entry. */
function amend(target: Target, flags: TargetFlags, io: Io): Target {
  if (target.kind === 'stdio') return { ...target, ...launchWith(flags, target, io) };
  return {
    ...target,
    headers: { ...target.headers, ...headersOf(flags, io) },
    ...(target.start ? { start: launchWith(flags, target.start, io) } : {}),
  };
}

function launchWith(flags: TargetFlags, launch: Launch, io: Io): Launch {
  return {
    command: launch.command,
    args: launch.args,
    cwd: flags.cwd ? resolve(io.cwd, flags.cwd) : (launch.cwd ?? io.cwd),
    env: { ...launch.env, ...Object.fromEntries(flags.env.map((each) => variable(each, io.env))) },
    inheritEnv: flags.inheritEnv ?? launch.inheritEnv,
  };
}

function variable(text: string, env: NodeJS.ProcessEnv): [string, string] {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  if (!/^[^=\0\s]+$/.test(name))
    throw new Fault('usage', `--env ${quote(text)} names no variable`, 'write --env NAME=VALUE, or --env NAME');
  if (equals >= 0) return [name, text.slice(equals + 1)];
  const value = env[name];
  if (value === undefined) throw new Fault('usage', `--env: the variable ${name} is not set here`, `write --env ${name}=VALUE`);
  return [name, value];
}

function headersOf(flags: TargetFlags, io: Io): Record<string, string> {
  const headers = Object.fromEntries(
    flags.header.map((header) => {
      const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(header);
      if (!match) throw new Fault('usage', 'a --header is not of the form "Name: value"', "write --header 'X-Tenant: acme'");
      return [match[1] ?? '', match[2] ?? ''];
    }),
  );
  if (!flags.bearerEnv) return headers;
  const token = io.env[flags.bearerEnv];
  if (!token) throw new Fault('usage', `--bearer-env: the variable ${flags.bearerEnv} is not set`, 'set it to the token');
  return { ...headers, Authorization: `Bearer ${token}` };
}

function only(target: StdioTarget, flags: TargetFlags): StdioTarget {
  if (flags.transport === 'both' || flags.transport === 'http')
    throw new Fault('usage', `--transport ${flags.transport} needs a target with an http entry`, 'configure one in mcp-adapter.json');
  return target;
}
