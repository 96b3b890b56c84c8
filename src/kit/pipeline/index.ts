import { randomUUID } from 'node:crypto';
import { changes } from '../../model/tool.ts';
import type { CallControl } from '../call-control.ts';
import { Effects } from '../effects.ts';
import type { Answer, Services } from '../services.ts';
import { answered } from './answer.ts';
import { auditIntent } from './audit-intent.ts';
import { auditOutcome } from './audit-outcome.ts';
import type { Call, CallRequest } from './call.ts';
import { checkScopes } from './check-scopes.ts';
import { once } from './once.ts';
import { riskGate } from './risk-gate.ts';
import { runTool } from './run-tool.ts';
import { takeGrant } from './take-grant.ts';
import { validateInput } from './validate-input.ts';

/** Takes one call through the pipeline (docs/kit.md). The answer never rejects: what goes wrong is in the envelope. */
export function dispatch(request: CallRequest, control: CallControl, services: Services): { call: Call; answer: Promise<Answer> } {
  const { tool, given, caller, trace, progress, log } = request;
  const call: Call = {
    tool,
    given,
    caller,
    trace,
    progress,
    log,
    control,
    id: randomUUID(),
    startedAt: performance.now(),
    args: {},
    seen: {},
    task: null,
    key: null,
    grant: null,
    steps: { records: [], attempts: 1, reading: 0, effects: new Effects() },
    facts: {},
    begun: false,
    refused: false,
    namedOrigin: false,
  };
  return { call, answer: audited(call, services) };
}

/** Whatever becomes of the call is in the audit log. */
async function audited(call: Call, services: Services): Promise<Answer> {
  const answer = await answered(call, services, () => admitted(call, services));
  await auditOutcome(call, services, answer);
  return answer;
}

/** What may not be done is refused before anything is. */
async function admitted(call: Call, services: Services): Promise<Answer> {
  await validateInput(call);
  checkScopes(call);
  if (changes(call.tool.risk)) await riskGate(call, services);
  return call.key === null ? executed(call, services) : once(call, call.key, services, () => executed(call, services));
}

/** What is done is done under a grant, and announced in the audit log, if it changes anything. */
async function executed(call: Call, services: Services): Promise<Answer> {
  if (changes(call.tool.risk)) {
    await takeGrant(call, services);
    await auditIntent(call, services);
  }
  return runTool(call, services);
}
