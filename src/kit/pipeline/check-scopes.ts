import { some } from '../../model/text.ts';
import { missingScopes } from '../caller.ts';
import { ToolError } from '../tool-error.ts';
import type { Call } from './call.ts';

/** The caller needs every scope of the tool. Over HTTP the transport has challenged already; this holds whatever the transport. */
export function checkScopes(call: Call): void {
  const missing = missingScopes(call.caller, call.tool.scopes);
  if (missing.length)
    throw new ToolError('insufficient_scope', {
      message: `${call.tool.name} needs the scope ${some(missing)}: sign in again and ask for it`,
    });
}
