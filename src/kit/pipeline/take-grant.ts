import type { Services } from '../services.ts';
import { ToolError } from '../tool-error.ts';
import { type Call, grantWish } from './call.ts';

/** One call takes one use of its grant. Answers from memory never get here. */
export async function takeGrant(call: Call, services: Services): Promise<void> {
  if (!call.grant) return;
  const answer = await services.grants.use(call.grant, grantWish(call, null)).catch((cause: unknown) => {
    throw new ToolError('state_unavailable', {
      retryable: true,
      message: 'the grant cannot be used up on disk, so nothing was done',
      cause,
    });
  });
  if (!answer.grant) throw new ToolError('write_not_enabled', { message: answer.why });
  call.grant = answer.grant;
}
