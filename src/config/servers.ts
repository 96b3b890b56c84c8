import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Fault } from '../model/fault.ts';
import { isObject, member } from '../model/json.ts';
import { didYouMean } from '../model/nearest.ts';
import { quote } from '../model/text.ts';
import { type ConfiguredTarget, type LaunchEntry, type LoadedConfig, type TargetEntry, withDefaults } from './config.ts';
import { readJsonFile } from './json-file.ts';

/** Where clients keep their servers. */
const CLIENT_FILES = ['.mcp.json', '.vscode/mcp.json'];

/** The files of clients that a folder has, in the order we look. */
export function clientFiles(folder: string): string[] {
  return CLIENT_FILES.filter((file) => existsSync(resolve(folder, file)));
}

/** Every adapter that `mcp-adapter.json`, else `.mcp.json` or `.vscode/mcp.json` (or the named file) configures, by name. */
export function configuredTargets(
  loaded: LoadedConfig | null,
  cwd: string,
  serversFile: string | null,
  env: NodeJS.ProcessEnv,
): Map<string, ConfiguredTarget> {
  const found = new Map<string, ConfiguredTarget>();
  for (const [name, entry] of Object.entries(loaded?.config.targets ?? {})) found.set(name, ours(name, entry, loaded?.folder ?? cwd, env));
  const files = serversFile ? [serversFile] : clientFiles(cwd);
  for (const file of files) {
    for (const target of theirs(resolve(cwd, file), env)) if (!found.has(target.name)) found.set(target.name, target);
  }
  return found;
}

/**
 * The adapter of that name.
 * @throws Fault (config) that names the nearest one
 */
export function targetNamed(targets: Map<string, ConfiguredTarget>, name: string): ConfiguredTarget {
  const target = targets.get(name);
  if (target) return target;
  const names = [...targets.keys()];
  const known = names.length ? `configured are ${names.join(', ')}` : 'there is no mcp-adapter.json, .mcp.json or .vscode/mcp.json here';
  throw new Fault('config', `no server ${quote(name)} is configured`, didYouMean(name, names, known));
}

function ours(name: string, entry: TargetEntry, folder: string, env: NodeJS.ProcessEnv): ConfiguredTarget {
  const at = (path: string) => resolve(folder, path);
  const { stdio, http } = entry;
  const token = http?.bearerEnv ? env[http.bearerEnv] : undefined;
  if (http?.bearerEnv && !token) throw new Fault('config', `the variable ${http.bearerEnv} (bearerEnv of ${quote(name)}) is not set`);
  return {
    name,
    stdio: stdio ? { kind: 'stdio', name, ...withDefaults(stdio, at) } : null,
    http: http
      ? {
          kind: 'http',
          name,
          url: http.url,
          headers: { ...http.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
          ...(http.start ? { start: withDefaults(http.start, at) } : {}),
        }
      : null,
  };
}

/** The entries of a client's file: `mcpServers`, or `servers` as VS Code has it. */
function theirs(file: string, env: NodeJS.ProcessEnv): ConfiguredTarget[] {
  const { value, place } = readJsonFile(file);
  const key = isObject(member(value, 'mcpServers')) ? 'mcpServers' : 'servers';
  const servers = member(value, key);
  if (!isObject(servers)) throw new Fault('config', `${file} has neither "mcpServers" nor "servers"`);
  // A client runs a project's file in the project's folder.
  const folder = file.endsWith('/.vscode/mcp.json') ? dirname(dirname(file)) : dirname(file);
  return Object.entries(servers).map(([name, entry]) => {
    // To name the place the whole file is parsed: only when there is something to say.
    const where = () => `${place(`/${key}/${name}`)}: ${quote(name)}`;
    const fill = (text: unknown) => expand(String(text ?? ''), env, where);
    const record = (values: unknown) =>
      Object.fromEntries(Object.entries(isObject(values) ? values : {}).map(([each, text]) => [each, fill(text)]));
    const command = member(entry, 'command');
    const url = member(entry, 'url');
    if (typeof command === 'string') {
      const args = member(entry, 'args');
      const cwd = member(entry, 'cwd');
      const launch: LaunchEntry = {
        command: fill(command),
        args: Array.isArray(args) ? args.map(fill) : [],
        env: record(member(entry, 'env')),
      };
      if (typeof cwd === 'string') launch.cwd = fill(cwd);
      return { name, http: null, stdio: { kind: 'stdio', name, ...withDefaults(launch, (path) => resolve(folder, path)) } };
    }
    if (typeof url === 'string')
      return { name, stdio: null, http: { kind: 'http', name, url: fill(url), headers: record(member(entry, 'headers')) } };
    throw new Fault('config', `${where()} has neither "command" nor "url"`);
  });
}

/** `${VAR}`, `${VAR:-default}` and `${env:VAR}` as clients expand them; what only an editor knows cannot be had here. */
function expand(text: string, env: NodeJS.ProcessEnv, where: () => string): string {
  return text.replace(/\$\{(env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}|\$\{(\w+:[^}]*)\}/g, (whole, _env, name, fallback, foreign) => {
    if (foreign || name === 'workspaceFolder')
      throw new Fault('config', `${where()} uses ${whole}, which only the editor can fill in`, 'start the command yourself after --');
    const value = env[name] ?? fallback;
    if (value === undefined)
      throw new Fault(
        'config',
        `${where()} uses the variable ${name}, which is not set`,
        `set ${name}, or give it a default: \${${name}:-…}`,
      );
    return value;
  });
}
