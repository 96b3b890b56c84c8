import { resolve } from 'node:path';

/**
 * Where an adapter keeps grants, tasks, the audit log and files: the folder that `MCP_ADAPTER_STATE` names, else
 * `.mcp-adapter/state` in `cwd`. Absolute.
 */
export function stateFolder(env: NodeJS.ProcessEnv, cwd: string): string {
  return resolve(cwd, env.MCP_ADAPTER_STATE || '.mcp-adapter/state');
}
