import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AdapterOptions } from './adapter.ts';
import { auditKey, openAudit } from './audit/index.ts';
import { LIMITS, type Services } from './services.ts';
import { grantFiles } from './stores/grant-files.ts';
import { sweepLeftovers } from './stores/leftovers.ts';
import { stateFolder } from './stores/state-folder.ts';
import { taskFiles } from './stores/task-files.ts';

const SWEEP_EVERY_MS = 3_600_000;

/** What the calls of an adapter share, on its state folder; nothing fails here, because reads go on where nothing can be written. */
export async function openServices(options: AdapterOptions, log: (line: string) => void): Promise<Services & { end(): Promise<void> }> {
  const { name, version, tools, stores = {}, limits } = options;
  const folder = options.state ?? stateFolder(process.env, process.cwd());
  const audit = stores.audit ?? openAudit(folder, { log });
  const tasks = stores.tasks ?? taskFiles(folder);
  const ignored = (file: string, why: string) => log(`the grant ${file} does not count: ${why}`);
  audit.note({ kind: 'start', detail: { name, version, pid: process.pid, tools: tools.map((tool) => tool.name) } });
  const sweep = () =>
    void Promise.all([tasks.sweep(), sweepLeftovers(join(folder, 'audit')), sweepLeftovers(join(folder, 'grants'))]).catch(
      (error: unknown) => log(`what is old in the state folder could not be swept: ${error}`),
    );
  sweep();
  const sweeper = setInterval(sweep, SWEEP_EVERY_MS);
  sweeper.unref();
  return {
    audit,
    auditKey: (stores.audit ? randomBytes(32) : await auditKey(folder)).toString('hex'),
    tasks,
    grants: stores.grants ?? grantFiles(folder, { ignored }),
    limits: { ...LIMITS, ...limits },
    running: new Map(),
    log,
    async end() {
      clearInterval(sweeper);
      audit.note({ kind: 'stop', detail: { name, pid: process.pid } });
      await audit.close().catch((error: unknown) => log(`the audit log is not whole: ${error}`));
    },
  };
}
