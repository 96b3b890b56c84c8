import type { JsonObject } from '../../model/json.ts';
import type { CallControl } from '../call-control.ts';
import type { Caller } from '../caller.ts';
import type { ToolContext } from '../context.ts';
import type { StepState } from '../steps.ts';
import type { Grant, GrantWish } from '../stores/grant-store.ts';
import type { Tool } from '../tool.ts';
import type { TraceContext } from '../trace.ts';

/** What the transport hands over. */
export interface CallRequest {
  tool: Tool;
  /** As they came: nothing about them is known yet. */
  given: unknown;
  caller: Caller;
  trace: TraceContext | null;
  /** Aborted when the client cancels. */
  signal: AbortSignal;
  /** Without a number: one more than before. */
  progress(done: number | null, total?: number, message?: string): void;
  log: ToolContext['log'];
}

/** One call on its way through the stages; each adds what it finds out, or refuses by throwing a ToolError. */
export interface Call extends Omit<CallRequest, 'signal'> {
  control: CallControl;
  /** Binds the audit records of the call. */
  id: string;
  /** `performance.now()` at the beginning. */
  startedAt: number;
  /** The arguments once they are validated; until then nothing of them. */
  args: JsonObject;
  /** The same as the tool's code sees them: a schema library may have changed them. */
  seen: unknown;
  task: string | null;
  /** Hash of principal, tool and key arguments; null for a tool without a key. */
  key: string | null;
  grant: Grant | null;
  steps: StepState;
  /** What the tool wants to be known of the call in the audit log. */
  facts: Record<string, string | number | boolean>;
  /** True once the tool's own code was begun. */
  begun: boolean;
  /** True when a grant no longer held: another one may let the same call through. */
  refused: boolean;
  /** True once the grant was looked at for the origin that the tool acts on. */
  namedOrigin: boolean;
}

/** What the grants are asked for this call. */
export function grantWish(call: Call, origin: string | null): GrantWish {
  return {
    principal: call.caller.principal,
    task: call.task ?? '',
    tool: call.tool.name,
    key: call.key ?? call.id,
    ...(call.tool.origins ? { origin } : {}),
  };
}
