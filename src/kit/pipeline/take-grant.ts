import type { Services } from '../services.ts';
import { ToolError } from '../tool-error.ts';
import { type Call, grantWish } from './call.ts';

/** Another grant may be used up by others meanwhile as well; after so many the caller is told. */
const MAX_GRANTS = 5;

/** One call takes one use of a grant. Answers from memory never get here. */
export async function takeGrant(call: Call, services: Services): Promise<void> {
  const wish = grantWish(call, null);
  let why = '';
  for (let tried = 0; call.grant && tried < MAX_GRANTS; tried++) {
    const answer = await services.grants.use(call.grant, wish).catch((cause: unknown) => {
      throw new ToolError('state_unavailable', {
        retryable: true,
        message: 'the grant cannot be used up on disk, so nothing was done',
        cause,
      });
    });
    if (answer.grant) {
      call.grant = answer.grant;
      return;
    }
    why = answer.why;
    // Another call took the last use, or it was revoked: there may be another grant.
    call.grant = (await services.grants.find(wish)).grant;
  }
  throw notGranted(call, why);
}

/** Refused for want of a grant: the key is given back, so that the same call goes through once there is one. */
export function notGranted(call: Call, message: string): ToolError {
  call.refused = true;
  return new ToolError('write_not_enabled', { message });
}
