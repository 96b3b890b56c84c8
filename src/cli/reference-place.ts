import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { LoadedConfig } from '../config/config.ts';
import { readJsonFile } from '../config/json-file.ts';
import { loadConfig } from '../config/load.ts';
import { Fault } from '../model/fault.ts';
import { loadReference, referenceFrom } from '../reference/config/load-reference.ts';
import type { ReferenceConfig } from '../reference/config/reference-config.ts';
import { onExit } from './exit-hooks.ts';
import type { Io } from './io.ts';
import { startWorld } from './start-world.ts';

/** Where the bundled adapter runs: on which configuration, with which state folder. */
export interface ReferencePlace {
  config: ReferenceConfig;
  /** The state folder, absolute. */
  state: string;
  /** For people: what the configuration is. */
  from: string;
  /** Ends the fixture world, if it was started, and removes what is temporary. */
  close(): Promise<void>;
}

/**
 * The section `reference` of a config; null when it has none.
 * @throws Fault (config) for what is wrong in it
 */
export function referenceIn({ config: { reference }, folder, file }: LoadedConfig, io: Io): ReferenceConfig | null {
  // To name a place the whole file is read again: only when there is something to say.
  const place = (at: string) => readJsonFile(file).place(`/reference${at}`);
  return reference ? referenceFrom(reference, { folder, env: io.env, place }) : null;
}

/**
 * The section `reference` of the named config, or of the nearest one if it has it; else the fixture world, started for it with a temporary
 * state folder.
 * @throws Fault (config) for a config that is named and has no such section, and for what is wrong in it
 */
export async function referencePlace(flags: { config?: string; state?: string }, io: Io): Promise<ReferencePlace> {
  const loaded = await loadConfig(io.cwd, flags.config ?? null);
  const given = flags.state || io.env.MCP_ADAPTER_STATE;
  const config = loaded && referenceIn(loaded, io);
  if (config) {
    const { folder, file } = loaded;
    const state = given ? resolve(io.cwd, given) : join(folder, '.mcp-adapter', 'state');
    return { config, state, from: `the section "reference" of ${file}`, close: async () => {} };
  }
  if (flags.config !== undefined)
    throw new Fault(
      'config',
      `${loaded?.file} has no section "reference"`,
      'add it with its regions and echo, or leave --config out to serve the fixture site',
    );
  const world = await startWorld();
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-serve-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  onExit(remove);
  return {
    config: await loadReference(world.config, { folder, env: io.env }),
    state: given ? resolve(io.cwd, given) : join(folder, 'state'),
    from: `the fixture site at ${world.url}`,
    close: async () => {
      await world.close();
      remove();
    },
  };
}
