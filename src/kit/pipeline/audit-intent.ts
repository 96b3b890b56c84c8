import type { Services } from '../services.ts';
import { ToolError } from '../tool-error.ts';
import { auditEvent } from './audit-event.ts';
import type { Call } from './call.ts';

/** Before something is changed, the log says on disk who wants what. Without a log nothing is changed. */
export async function auditIntent(call: Call, services: Services): Promise<void> {
  await services.audit.sync(auditEvent('intent', call, services)).catch((cause: unknown) => {
    throw new ToolError('audit_unavailable', { retryable: true, message: 'the audit log cannot be written, so nothing was done', cause });
  });
}
