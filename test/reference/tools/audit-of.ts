import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A record of the audit log, as far as tests look at it. */
export interface AuditRecord {
  kind: string;
  tool?: string;
  env?: string;
  detail?: Record<string, unknown>;
}

/** Every record of the audit log of a state folder. */
export function exportAudit(state: string): AuditRecord[] {
  const folder = join(state, 'audit');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  return files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n')).map((line) => JSON.parse(line));
}
