import { setTimeout as delay } from 'node:timers/promises';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type ServerEvent } from '@modelcontextprotocol/server';
import type { Caller } from '../../src/kit/caller.ts';
import type { Served } from '../../src/kit/serve/served.ts';
import { member } from '../../src/model/json.ts';

/** Which scopes each tool needs. */
const SCOPES: Record<string, string[]> = {
  whoami: [],
  slow: [],
  find_order: ['orders:read'],
  cancel_order: ['orders:read', 'orders:write'],
};

export interface TinyServed extends Served {
  /** Everybody who called a tool. */
  callers: Caller[];
  /** What the handlers could see of the requests. */
  seen: unknown[];
  changed(event: ServerEvent): void;
  /** Calls in flight. */
  running(): number;
}

/** A small adapter of the test's own: `whoami` tells the caller and what was sent, `slow` takes `ms` and tells its progress. */
export function tinyServed(): TinyServed {
  const listeners = new Set<(event: ServerEvent) => void>();
  const cancelled = new AbortController();
  const running = new Set<Promise<unknown>>();
  const tiny: TinyServed = {
    name: 'tiny',
    version: '1.2.3',
    scopes: ['orders:read', 'orders:write'],
    callers: [],
    seen: [],
    stopping: false,
    running: () => running.size,
    changed: (event) => listeners.forEach((listener) => void listener(event)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    scopesOf(request) {
      const name = member(member(request, 'params'), 'name');
      return (member(request, 'method') === 'tools/call' && typeof name === 'string' && SCOPES[name]) || [];
    },
    async stop(graceMs) {
      Object.assign(tiny, { stopping: true });
      const timer = setTimeout(() => cancelled.abort(), graceMs);
      await Promise.allSettled([...running]);
      clearTimeout(timer);
    },
    connect(callerOf) {
      const server = new Server({ name: 'tiny', version: '1.2.3' }, { capabilities: { tools: { listChanged: true } } });
      server.setRequestHandler('tools/list', () => ({
        tools: Object.keys(SCOPES).map((name) => ({
          name,
          inputSchema: { type: 'object' as const },
          annotations: { readOnlyHint: name !== 'cancel_order' },
        })),
        ttlMs: 0,
        cacheScope: 'private' as const,
      }));
      server.setRequestHandler('tools/call', async ({ params }, context): Promise<CallToolResult> => {
        const caller = callerOf(context.http?.authInfo);
        tiny.seen.push(context);
        tiny.callers.push(caller);
        if (!Object.hasOwn(SCOPES, params.name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
        const args = params.arguments ?? {};
        if (params.name === 'slow') {
          const signal = AbortSignal.any([cancelled.signal, context.mcpReq.signal]);
          const work = delay(Number(args.ms), undefined, { signal });
          running.add(work);
          try {
            const progressToken = context.mcpReq._meta?.progressToken;
            if (progressToken !== undefined)
              await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, message: 'begun' } });
            await work;
          } catch {
            return { ...text({ cancelled: true }), isError: true };
          } finally {
            running.delete(work);
          }
        }
        const { principal, agent, scopes } = caller;
        return text({ tool: params.name, arguments: args, principal, agent, scopes: scopes && [...scopes] });
      });
      return { server, tell: () => {} };
    },
  };
  return tiny;
}

function text(value: unknown): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}
