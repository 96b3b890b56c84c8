import type { Services } from '../services.ts';
import { ToolError } from '../tool-error.ts';
import { type Call, grantWish } from './call.ts';

/** Tools that change something need a grant for this task, made by a person (DESIGN §5). */
export async function riskGate(call: Call, services: Services): Promise<void> {
  const answer = await services.grants.find(grantWish(call, null));
  if (!answer.grant) throw new ToolError('write_not_enabled', { message: answer.why });
  call.grant = answer.grant;
}
