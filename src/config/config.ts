import type { Severity } from '../model/finding.ts';
import type { HttpTarget, Launch, StdioTarget } from '../model/target.ts';
import type { Risk } from '../model/tool.ts';
import type { ReferenceJson } from './reference-json.ts';

/** One entry of `targets`: an adapter may be reached in both ways. */
export interface TargetEntry {
  stdio?: LaunchEntry;
  http?: { url: string; headers?: Record<string, string>; bearerEnv?: string; start?: LaunchEntry };
}

export interface LaunchEntry {
  command: string;
  args?: string[];
  cwd?: string;
  env?: Record<string, string>;
  inheritEnv?: boolean;
}

/** One entry of `identities`. Over HTTP its bearer and headers stand in place of those of the target that let somebody in; over stdio its environment. */
export interface IdentityEntry {
  bearerEnv?: string;
  /** In a value `{{env:NAME}}` stands for a variable of our environment, as in `env`. */
  headers?: Record<string, string>;
  env?: Record<string, string>;
  /** Names of tools; `*` is every tool. */
  allow: string[];
  /** The names of the targets whose tools these are; every adapter unless said. */
  targets?: string[];
}

/** `mcp-adapter.json` as read (contracts §5). */
export interface Config {
  default?: string;
  targets?: Record<string, TargetEntry>;
  rules?: Record<string, Severity | 'off'>;
  profiles?: string[];
  strict?: boolean;
  risks?: Record<string, Risk>;
  secrets?: string[];
  /** Who may use which tools: `contract` calls as each of them. */
  identities?: Record<string, IdentityEntry>;
  suites?: string[];
  /** Of the bundled adapter. */
  reference?: ReferenceJson;
}

/** A config with the folder it stands in. */
export interface LoadedConfig {
  config: Config;
  file: string;
  folder: string;
}

/** The ways into one configured adapter. */
export interface ConfiguredTarget {
  name: string;
  stdio: StdioTarget | null;
  http: HttpTarget | null;
}

/** A launch entry with its defaults, `cwd` made absolute by `resolve`. */
export function withDefaults(entry: LaunchEntry, resolve: (path: string) => string): Launch {
  const { command, args = [], cwd, env = {}, inheritEnv = false } = entry;
  return { command, args, env, inheritEnv, cwd: resolve(cwd ?? '.') };
}
