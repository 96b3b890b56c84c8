import { Server, type ServerEvent } from '@modelcontextprotocol/server';
import { isModern } from '../../model/protocol.ts';
import type { Adapter } from '../adapter.ts';
import type { CallerOf } from './request-context.ts';
import { serveCompletion } from './serve-completion.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import { serveTools } from './serve-tools.ts';

/** A server for one connection. */
export interface Connected {
  server: Server;
  /** Tells the client of a change, if it wants to hear of it. */
  tell(event: ServerEvent): void;
}

/** An SDK server of this adapter for one connection: it speaks every revision; what is answered comes from the adapter. */
export function connected(adapter: Adapter, callerOf: CallerOf): Connected {
  const { resources, prompts } = adapter;
  const server = serverOf(adapter);
  serveTools(server, adapter, callerOf);
  const subscribed = resources.length ? serveResources(server, adapter, callerOf) : new Set<string>();
  if (prompts.length) servePrompts(server, adapter, callerOf);
  if (resources.length || prompts.length) serveCompletion(server, adapter, callerOf);
  return {
    server,
    tell(event) {
      void send(event).catch(() => {
        // Not connected, or gone by now: nobody is there to be told.
      });
    },
  };

  async function send(event: ServerEvent): Promise<void> {
    if (event.kind === 'resource_updated') {
      // In the modern revision the SDK knows who listens to what; a legacy session has said it to us.
      const modern = isModern(server.getNegotiatedProtocolVersion() ?? '');
      if (modern || subscribed.has(event.uri)) await server.sendResourceUpdated({ uri: event.uri });
    } else if (event.kind === 'resources_list_changed') await server.sendResourceListChanged();
    else if (event.kind === 'prompts_list_changed') await server.sendPromptListChanged();
  }
}

function serverOf({ options, resources, prompts }: Adapter): Server {
  const { name, version, title, instructions } = options;
  return new Server(
    { name, version, ...(title === undefined ? {} : { title }) },
    {
      capabilities: {
        tools: {},
        logging: {},
        ...(resources.length ? { resources: { subscribe: true, listChanged: true } } : {}),
        ...(prompts.length ? { prompts: { listChanged: true } } : {}),
        ...(resources.length || prompts.length ? { completions: {} } : {}),
        // The state folder is where the toolkit expects it.
        experimental: { 'mcp-adapter': { state: 1 } },
      },
      ...(instructions === undefined ? {} : { instructions }),
    },
  );
}
