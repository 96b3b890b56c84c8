import type { Adapter } from './adapter.ts';
import { type Caller, LOCAL } from './caller.ts';
import type { ResultEnvelope } from './envelope.ts';
import type { CallRequest } from './pipeline/call.ts';

/** What differs from a call of the person at this machine. */
export interface CallToolOptions extends Partial<Pick<CallRequest, 'signal' | 'progress' | 'log' | 'trace'>> {
  caller?: Caller;
}

/**
 * Calls a tool of an adapter without a transport, through the whole pipeline: for tests of tools.
 * @throws TypeError when the adapter has no tool of that name
 */
export async function callTool(adapter: Adapter, name: string, given: unknown, options: CallToolOptions = {}): Promise<ResultEnvelope> {
  const tool = adapter.tools.find((each) => each.name === name);
  if (!tool) throw new TypeError(`there is no tool ${JSON.stringify(name)}`);
  const { envelope } = await adapter.call({
    tool,
    given,
    caller: { principal: LOCAL, agent: null, scopes: null },
    trace: null,
    signal: new AbortController().signal,
    progress: () => {},
    log: () => {},
    ...options,
  });
  return envelope;
}
