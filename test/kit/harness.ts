import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type Adapter, type AdapterOptions, createAdapter } from '../../src/kit/adapter.ts';
import { type Caller, LOCAL } from '../../src/kit/caller.ts';
import { addGrant } from '../../src/kit/grants.ts';

import type { Tool } from '../../src/kit/tool.ts';
import type { JsonObject } from '../../src/model/json.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
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

/** Calls a tool as the local person, or as `over` says; gives the envelope. */
export async function callTool(
  adapter: Adapter,
  name: string,
  given: unknown,
  over: { caller?: Caller; signal?: AbortSignal; progress?: (done: number | null, total?: number, message?: string) => void } = {},
): Promise<JsonObject> {
  const tool = adapter.tools.find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const { envelope } = await adapter.call({
    tool,
    given,
    caller: over.caller ?? person,
    trace: null,
    signal: over.signal ?? new AbortController().signal,
    progress: over.progress ?? (() => {}),
    log: () => {},
  });
  return envelope;
}

/** A person's grant for these tools in this task. */
export async function grant(
  state: string,
  task: string,
  tools: string[],
  over: { principal?: string; maxCalls?: number; origins?: string[] } = {},
) {
  return addGrant(state, { task, tools, origins: [], principal: LOCAL, by: 'a person', ...over });
}
