import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, createAdapter } from '../../../src/kit/adapter.ts';
import { type CallToolOptions, callTool } from '../../../src/kit/call-tool.ts';
import { createCredentials } from '../../../src/reference/config/credentials.ts';
import type { ReferenceConfig } from '../../../src/reference/config/reference-config.ts';
import { createEnvironments, type Environments } from '../../../src/reference/environments/environments.ts';
import type { ReferenceServices } from '../../../src/reference/services.ts';
import { loadTargetMaps } from '../../../src/reference/targets/load-target-maps.ts';
import { openPageTool } from '../../../src/reference/tools/open-page.ts';
import { prepareEnvironmentTool } from '../../../src/reference/tools/prepare-environment.ts';
import { waitForTool } from '../../../src/reference/tools/wait-for.ts';
import type { Stage } from '../environments/stage.ts';

/** An adapter with the tools that open and wait, on a stage, with one environment prepared. */
export interface Browsing {
  adapter: Adapter;
  environments: Environments;
  services: ReferenceServices;
  envId: string;
  task: string;
  /** Calls a tool in that environment. */
  call(tool: string, args: object, options?: CallToolOptions): ReturnType<typeof callTool>;
  close(): Promise<void>;
}

export async function browsing(stage: Stage, over: Partial<ReferenceConfig> = {}, region = 'US-CA'): Promise<Browsing> {
  const state = mkdtempSync(join(tmpdir(), 'browsing-'));
  const config = { ...stage.config, ...over };
  const log = () => {};
  const environments = createEnvironments({ config, provider: stage.provider, state, log });
  const files = {
    write: () => Promise.reject(new Error('these tools write no files')),
    read: () => Promise.resolve(null),
  };
  const services = {
    ...{ config, environments, files, log },
    maps: await loadTargetMaps(config.targets),
    credentials: createCredentials(config.credentials),
  };
  const tools = [prepareEnvironmentTool(services), openPageTool(services), waitForTool(services)];
  const adapter = createAdapter({ name: 'browsing', version: '1.0.0', tools, state, log });
  const task = `t-${++tasks}`;
  const prepared = await callTool(adapter, 'prepare_environment', { region, purpose: task, task_id: task });
  const envId = String(prepared.env_id);
  return {
    ...{ adapter, environments, services, envId, task },
    call: (tool, args, options) => callTool(adapter, tool, { env_id: envId, task_id: task, ...args }, options),
    async close() {
      await environments.close();
      await adapter.stop(0);
      rmSync(state, { recursive: true, force: true });
    },
  };
}

let tasks = 0;
