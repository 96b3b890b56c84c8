import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type Adapter, type AdapterOptions, createAdapter } from '../../src/kit/adapter.ts';
import { type Caller, LOCAL } from '../../src/kit/caller.ts';
import { addGrant } from '../../src/kit/grants.ts';

import type { Tool } from '../../src/kit/tool.ts';

const folders: string[] = [];

afterEach(() => {
  // The audit log may be writing its last line: the folder is then tried again.
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** An empty state folder, gone after the test. */
export function newState(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kit-state-'));
  folders.push(folder);
  return folder;
}

/** An adapter of these tools on an empty state folder; what it logs is kept. */
export function adapterOf(tools: readonly Tool[], over: Partial<AdapterOptions> = {}): Adapter & { state: string; logged: string[] } {
  const state = over.state ?? newState();
  const logged: string[] = [];
  const adapter = createAdapter({ name: 'test', version: '1.0.0', tools, state, log: (line) => logged.push(line), ...over });
  return Object.assign(adapter, { state, logged });
}

export const person: Caller = { principal: LOCAL, agent: 'vitest', scopes: null };

/** A person's grant for these tools in this task. */
export async function grant(
  state: string,
  task: string,
  tools: string[],
  over: { principal?: string; maxCalls?: number; origins?: string[] } = {},
) {
  return addGrant(state, { task, tools, origins: [], principal: LOCAL, by: 'a person', ...over });
}

export { callTool } from '../../src/kit/call-tool.ts';
