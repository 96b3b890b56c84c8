import { relative } from 'node:path';
import type { Config, LaunchEntry, TargetEntry } from '../../config/config.ts';
import { Fault } from '../../model/fault.ts';
import { isSecret, isSecretHeader, masker } from '../../model/secret.ts';
import { type Launch, launchOf, type Target } from '../../model/target.ts';
import { escapeUnsafe, quote } from '../../model/text.ts';
import type { Risk } from '../../model/tool.ts';

/** An adapter that exists, as the command line named it. */
export interface Named {
  /** The folder that the config is written into, absolute. */
  folder: string;
  /** Of the target. */
  name: string;
  /** With `{port}` as it was written. */
  target: Target;
  /** The variable that holds the bearer token. */
  bearerEnv: string | null;
  /** Variables and headers whose values come from the environment of whoever starts it: `--env NAME`, `${NAME}` in a client's file. */
  passed: readonly string[];
}

/** What a config says of an adapter, and what it must not say. */
export interface TargetWords {
  entry: TargetEntry;
  /** Variables that are secret. */
  secrets: string[];
  /** Variables without a value in the config, so that each command has to name them: `--env NAME`. */
  variables: string[];
  /** Headers without a value in the config. */
  headers: string[];
}

/**
 * The entry of a config for an adapter. Values that look like secrets are left out.
 * @throws Fault (usage) when a secret stands in the command or the URL, where it cannot be left out, or under a name that cannot be said
 * on a command line
 */
export function targetWords({ folder, target, bearerEnv, passed }: Named): TargetWords {
  refuseSecrets(target);
  const launch = launchOf(target);
  const isOurs = ([name, value]: [string, string]) => !passed.includes(name) && !looksSecret(name, value);
  const env = Object.entries(launch?.env ?? {});
  const secrets = env.flatMap(([name, value]) => (looksSecret(name, value) ? [name] : []));
  const variables = env.flatMap((each) => (isOurs(each) ? [] : [each[0]]));
  const started = launch && launchEntry(launch, folder, Object.fromEntries(env.filter(isOurs)));
  refuseNames(variables, /^[a-z_]\w*$/i, 'variable');
  const words = { secrets, variables, headers: [] };
  if (target.kind === 'stdio') return { ...words, entry: started ? { stdio: started } : {} };
  const others = Object.entries(target.headers).filter(([name]) => !(bearerEnv && /^authorization$/i.test(name)));
  const isLeft = ([name, value]: [string, string]) => passed.includes(name) || headerIsSecret(name, value);
  const kept = others.filter((each) => !isLeft(each));
  const headers = others.filter(isLeft).map(([name]) => name);
  refuseNames(headers, /^[a-z][\w-]*$/i, 'header');
  const http: TargetEntry['http'] = {
    url: target.url,
    ...(kept.length ? { headers: Object.fromEntries(kept) } : {}),
    ...(bearerEnv ? { bearerEnv } : {}),
    ...(started ? { start: started } : {}),
  };
  return { ...words, secrets: [...secrets, ...(bearerEnv ? [bearerEnv] : [])], headers, entry: { http } };
}

/** `mcp-adapter.json` for an adapter that exists. It is not strict: that is for who can still choose how the tools look. */
export function configText(name: string, { entry, secrets }: TargetWords, risks: Record<string, Risk>, suites: readonly string[]): string {
  const config: Config = {
    targets: { [name]: entry },
    ...(Object.keys(risks).length ? { risks } : {}),
    ...(secrets.length ? { secrets: [...new Set(secrets)] } : {}),
    ...(suites.length ? { suites: [...suites] } : {}),
  };
  return `${escapeUnsafe(JSON.stringify(config, null, 2))}\n`;
}

function launchEntry({ command, args, cwd, inheritEnv }: Launch, folder: string, env: Record<string, string>): LaunchEntry {
  const below = relative(folder, cwd ?? folder).replaceAll('\\', '/');
  return {
    command,
    ...(args.length ? { args } : {}),
    ...(below ? { cwd: below } : {}),
    ...(Object.keys(env).length ? { env } : {}),
    ...(inheritEnv ? { inheritEnv } : {}),
  };
}

/** By its value, or by its name however short the value is. */
function looksSecret(name: string, value: string): boolean {
  return isSecret({ name, value }) || isSecret({ name, value: 'any value' });
}

function headerIsSecret(name: string, value: string): boolean {
  return isSecretHeader(name) || looksSecret(name, value);
}

/** What is left out is named in shell commands, in the CI job too: nothing that a shell reads otherwise may stand there. */
function refuseNames(names: readonly string[], allowed: RegExp, what: string): void {
  const odd = names.find((name) => !allowed.test(name));
  if (odd === undefined) return;
  throw new Fault(
    'usage',
    `the value of the ${what} ${quote(odd, 80)} is not for a file, and a command line cannot name it safely`,
    'give it a name of plain letters and digits',
  );
}

/** The config is for git: what is secret there would be everybody's. */
function refuseSecrets(target: Target): void {
  const mask = masker([]);
  const launch = launchOf(target);
  const words = launch ? JSON.stringify([launch.command, ...launch.args]) : '';
  if (mask(words) !== words)
    throw new Fault(
      'usage',
      `the command after -- holds what looks like a secret: ${quote(mask(words), 200)}`,
      'mcp-adapter.json would hold it too: let the adapter read it from a variable, and pass that with --env NAME',
    );
  if (target.kind !== 'http') return;
  const { username, password } = new URL(target.url.replaceAll('{port}', '1'));
  if (username || password || mask(target.url) !== target.url)
    throw new Fault(
      'usage',
      'the URL holds what looks like a secret',
      'mcp-adapter.json would hold it too: pass it with --bearer-env NAME or --header',
    );
}
