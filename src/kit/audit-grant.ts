import { openAudit } from './audit/index.ts';
import type { Grant } from './stores/grant-store.ts';

/** Adds to the adapter's audit log what was granted or taken back, and by whom. @throws Error when it cannot be written */
export async function auditGrant(state: string, kind: 'grant' | 'revoke', grant: Grant, by: string): Promise<void> {
  const { id, task, principal, tools, origins, max_calls, expires_at } = grant;
  const audit = openAudit(state);
  try {
    await audit.sync({ kind, principal, task, grant: id, detail: { by, tools, origins, max_calls, expires_at } });
  } finally {
    await audit.close();
  }
}
