import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { stateFolder } from '../kit/stores/state-folder.ts';
import type { Io } from './io.ts';

/**
 * The state folder that a command works on, absolute: `--state`, else `MCP_ADAPTER_STATE`, else `.mcp-adapter/state` beside the nearest
 * mcp-adapter.json, else in the folder we stand in. Tells on stderr which one that is.
 */
export async function stateOption(named: string | undefined, io: Io): Promise<string> {
  const state = named ? resolve(io.cwd, named) : await usualState(io);
  await io.stderr.write(`state folder: ${state}${existsSync(state) ? '' : ' (it does not exist: no adapter has run with it)'}\n`);
  return state;
}

async function usualState(io: Io): Promise<string> {
  if (io.env.MCP_ADAPTER_STATE) return stateFolder(io.env, io.cwd);
  const { configFolder } = await import('./config-folder.ts');
  return stateFolder(io.env, configFolder(undefined, io) ?? io.cwd);
}
