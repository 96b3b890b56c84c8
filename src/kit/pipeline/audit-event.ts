import { summariseParameters } from '../audit/index.ts';
import type { AuditEvent } from '../audit/record.ts';
import type { Services } from '../services.ts';
import type { Call } from './call.ts';

/** Characters of a text in a record. */
export const MAX_TEXT = 200;

/** What every record of a call says. Purpose, account and environment are the arguments of these names; what there is none of is left out. */
export function auditEvent(kind: AuditEvent['kind'], call: Call, services: Services): AuditEvent {
  const { caller, tool, args } = call;
  const event: AuditEvent = {
    kind,
    call: call.id,
    principal: caller.principal,
    tool: tool.name,
    risk: tool.risk,
    parameters: summariseParameters(args, tool.loggable, services.auditKey),
  };
  if (caller.agent !== null) event.agent = caller.agent;
  if (call.task !== null) event.task = call.task;
  if (call.grant) event.grant = call.grant.id;
  if (call.trace) event.trace = call.trace.traceId;
  if (typeof args.purpose === 'string') event.purpose = args.purpose.slice(0, MAX_TEXT);
  if (typeof args.account === 'string') event.account = args.account.slice(0, MAX_TEXT);
  if (typeof args.env_id === 'string') event.env = args.env_id.slice(0, MAX_TEXT);
  return event;
}
