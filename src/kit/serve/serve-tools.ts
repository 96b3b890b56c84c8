import {
  type CallToolResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isObject, member } from '../../model/json.ts';
import { META } from '../../model/protocol.ts';
import { quote, some } from '../../model/text.ts';
import type { Adapter } from '../adapter.ts';
import type { Tool } from '../tool.ts';
import { page } from './page.ts';
import { type CallerOf, requestContext } from './request-context.ts';

/** tools/list and tools/call. */
export function serveTools(server: Server, adapter: Adapter, callerOf: CallerOf): void {
  const declarations = adapter.listed.map((tool) => tool.declaration);
  server.setRequestHandler('tools/list', ({ params }) => page('tools', declarations, params?.cursor) as never);
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = adapter.tools.find(({ name }) => name === params.name);
    // An unknown tool is a protocol error (2026-07-28 server/tools, "Error Handling").
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${quote(params.name, 80)}; there is ${some(
          adapter.listed.map(({ name }) => name),
          20,
        )}`,
      );
    demandCapabilities(tool, context);
    const { caller, signal, trace } = requestContext(server, callerOf, context);
    let isOver = false;
    const { envelope, content, text, steps } = await adapter.call({
      tool,
      given: params.arguments,
      caller,
      trace,
      signal,
      progress: progressOf(context, () => isOver),
      log: (level, message) => void (isOver || quietly(context.mcpReq.log(level, message))),
    });
    isOver = true;
    const result = {
      content: [{ type: 'text' as const, text: text ?? JSON.stringify(envelope) }, ...content],
      structuredContent: envelope,
      isError: !envelope.ok,
      ...(steps.length ? { _meta: { 'mcp-adapter/steps': steps } } : {}),
    };
    return result as CallToolResult;
  });
}

/**
 * A server must not rely on what the client has not declared; only the modern revision has an answer for it.
 * @throws ProtocolError -32021 (2026-07-28 basic/index, "Capabilities")
 */
function demandCapabilities({ clientCapabilities }: Tool, { mcpReq: { envelope } }: ServerContext): void {
  if (!clientCapabilities.length || !envelope) return;
  const declared = member(envelope, META.clientCapabilities);
  const missing = clientCapabilities.filter((name) => !isObject(member(declared, name)));
  if (missing.length)
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: Object.fromEntries(missing.map((name) => [name, {}])) });
}

/** Progress goes to the client that asked for it, and only rises (2026-07-28 basic/patterns/progress). */
function progressOf({ mcpReq }: ServerContext, over: () => boolean): (done: number | null, total?: number, message?: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = -1;
  return (done, total, message) => {
    const progress = done ?? Math.floor(last) + 1;
    const isTold =
      Number.isFinite(progress) &&
      (total === undefined || Number.isFinite(total)) &&
      (message === undefined || typeof message === 'string');
    if (!isTold || !(progress > last) || mcpReq.signal.aborted || over()) return;
    last = progress;
    const params = { progressToken, progress, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
    void quietly(mcpReq.notify({ method: 'notifications/progress', params }));
  };
}

/** A client that has gone does not hear it; that is no fault of the call. */
async function quietly(sending: Promise<unknown>): Promise<void> {
  await sending.catch(() => {});
}
