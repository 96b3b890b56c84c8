import type { Services } from '../services.ts';
import { type Call, grantWish } from './call.ts';
import { notGranted } from './take-grant.ts';

/** Tools that change something need a grant for this task, made by a person. */
export async function riskGate(call: Call, services: Services): Promise<void> {
  const answer = await services.grants.find(grantWish(call, null));
  if (!answer.grant) throw notGranted(call, answer.why);
  call.grant = answer.grant;
}
