import { changes } from '../../model/tool.ts';
import type { Answer, Services } from '../services.ts';
import { auditEvent, MAX_TEXT } from './audit-event.ts';
import type { Call } from './call.ts';

/** What a tool may add to the record of its call. */
const MAX_FACTS = 20;

/** After every call the log says what became of it. A change waits until that is on disk; what happened is told even where the disk refuses. */
export async function auditOutcome(call: Call, services: Services, answer: Answer): Promise<void> {
  const { code, attempts, elapsed_ms, replayed } = answer.envelope;
  const env = answer.envelope.env_id;
  const event = auditEvent('outcome', call, services);
  if (typeof env === 'string') event.env = env.slice(0, MAX_TEXT);
  event.code = code;
  event.attempts = attempts;
  event.ms = elapsed_ms;
  if (replayed) event.replayed = true;
  const facts = Object.entries(call.facts).slice(0, MAX_FACTS);
  if (facts.length)
    event.detail = Object.fromEntries(facts.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MAX_TEXT) : value]));
  if (call.steps.records.length) event.steps = call.steps.records;
  if (!call.begun || !changes(call.tool.risk)) services.audit.note(event);
  else
    await services.audit
      .sync(event)
      .catch((error: unknown) =>
        services.log(`the outcome of ${call.tool.name} (${code}, call ${call.id}) is not in the audit log: ${error}`),
      );
}
