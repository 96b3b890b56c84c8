import { type Command, Option } from 'commander';
import type { Bundled } from './reference.ts';

/** What the options of one command line say about the adapter (contracts §1). */
export interface TargetFlags {
  url?: string;
  header: string[];
  bearerEnv?: string;
  server?: string;
  serversFile?: string;
  cwd?: string;
  env: string[];
  inheritEnv?: boolean;
  era: 'auto' | 'legacy' | 'modern' | 'bare' | 'both';
  transport?: 'stdio' | 'http' | 'both';
  protocol?: string;
  capability: string[];
  startTimeout: string;
  timeout: string;
  deadline?: string;
  config?: string;
  reporter: string[];
  quiet?: boolean;
  verbose?: boolean;
  /** The bundled adapter, once it was named and its world is there; no option sets it. */
  bundled?: Bundled;
}

/** Gathers the values of a repeatable option. */
export const collect = (value: string, earlier: string[]) => [...earlier, value];

/** Adds the options by which every command that talks to an adapter is told which; `timeout` is for a request, unless the user says otherwise. */
export function withTargetOptions(command: Command, { timeout = '30s' } = {}): Command {
  return command
    .option('--url <url>', 'an HTTP adapter; with a command after -- that is started first, {port} in both is a free port')
    .option('--header <header>', "an HTTP header 'K: V' (repeatable)", collect, [])
    .option('--bearer-env <name>', 'the variable that holds the bearer token')
    .option('--server <name>', 'an entry of mcp-adapter.json, .mcp.json or .vscode/mcp.json; reference is the bundled adapter')
    .option('--servers-file <file>', 'another file with mcpServers or servers')
    .option('--cwd <dir>', 'the working folder of the adapter')
    .option('--env <K=V>', 'a variable for the adapter; K alone passes ours (repeatable)', collect, [])
    .option('--inherit-env', 'pass our whole environment instead of what SDK clients pass')
    .addOption(new Option('--era <era>', 'how to speak').choices(['auto', 'legacy', 'modern', 'bare', 'both']).default('auto'))
    .addOption(new Option('--transport <transport>', 'for a configured adapter that has both').choices(['stdio', 'http', 'both']))
    .option('--protocol <revision>', 'the protocol revision to speak, such as 2025-06-18')
    .option('--capability <name>', 'a client capability to declare: roots, sampling, elicitation (repeatable)', collect, [])
    .option('--start-timeout <duration>', 'until the first answer', '30s')
    .option('--timeout <duration>', 'for each request; progress restarts it', timeout)
    .option('--deadline <duration>', 'for the whole command, never extended');
}

/** Adds the options that every command has. */
export function withCommonOptions(command: Command): Command {
  return command
    .option('--reporter <name[=file]>', 'pretty, json, junit, sarif, github or markdown (repeatable)', collect, [])
    .option('--config <file>', 'instead of mcp-adapter.json here or above')
    .option('--quiet', 'print the report only')
    .option('--verbose', 'show what is folded otherwise');
}
