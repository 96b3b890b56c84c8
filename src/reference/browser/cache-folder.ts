import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where browsers of our own are kept: `$XDG_CACHE_HOME/mcp-adapter`, else `~/.cache/mcp-adapter`. A path that is not absolute counts as none. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  const said = env.XDG_CACHE_HOME ?? '';
  return join(isAbsolute(said) ? said : join(env.HOME || homedir(), '.cache'), 'mcp-adapter');
}
