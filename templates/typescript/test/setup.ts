import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Adapter, type BackendOptions, callTool, type ResultEnvelope } from 'mcp-adapter/kit';
import { type FixtureErp, startErp } from '../fixtures/erp.ts';
import { erpAdapter } from '../src/adapter.ts';
import { createErp } from '../src/erp.ts';

export interface TestSetup {
  adapter: Adapter;
  erp: FixtureErp;
  /** Calls a tool through the whole pipeline, as the person at this machine. */
  call(tool: string, args: object): Promise<ResultEnvelope>;
  /** What a person does who allows something. */
  grant(task: string, tool: string, principal?: string): void;
}

const CLI = fileURLToPath(new URL('dist/cli/main.js', import.meta.resolve('mcp-adapter/package.json')));

/** The adapter before the fixture ERP, with a state folder of its own; all of it is gone after the test. What it logs is told with the test. */
export async function setUp(t: TestContext, given?: { erp: FixtureErp; backend: BackendOptions }): Promise<TestSetup> {
  const state = mkdtempSync(join(tmpdir(), 'adapter-test-'));
  const erp = given?.erp ?? (await startErp());
  const adapter = erpAdapter(createErp(given?.backend ?? erp.backend), { state, log: (line) => t.diagnostic(line) });
  t.after(async () => {
    await adapter.stop(0);
    erp.close();
    rmSync(state, { recursive: true, force: true });
  });
  return {
    adapter,
    erp,
    call: (tool, args) => callTool(adapter, tool, args),
    grant(task, tool, principal = 'local') {
      const words = ['--state', state, '--task', task, '--tools', tool, '--principal', principal];
      execFileSync(process.execPath, [CLI, 'grant', 'add', ...words], { stdio: 'pipe' });
    },
  };
}
