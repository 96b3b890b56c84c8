import type { JsonSchemaValidator } from '@modelcontextprotocol/client';
import type { JsonObject } from '../model/json.ts';
import { type Conversation, noteReceived } from './conversation.ts';
import { within } from './limit.ts';
import { originFetch } from './origin-fetch.ts';
import { packageVersion } from './package-version.ts';
import { PipeTransport } from './pipe-transport.ts';
import { CLIENT, type Link, type Mode, type Sdk, type SdkSession } from './sdk.ts';

/** Loads `@modelcontextprotocol/client`. */
export async function loadSdkTwo(): Promise<Sdk> {
  const sdk = await import('@modelcontextprotocol/client');

  // Values are put through output schemas once for all in the schema worker, where a hostile pattern cannot hold the program up.
  const jsonSchemaValidator = {
    getValidator<T>(): JsonSchemaValidator<T> {
      return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
    },
  };

  function transportFor(link: Link, conversation: Conversation) {
    if (link.kind === 'pipe')
      return new PipeTransport(link.pipe, { reader: new sdk.ReadBuffer(), serialize: sdk.serializeMessage }, conversation);
    const fetch = originFetch(link.url, conversation);
    return new sdk.StreamableHTTPClientTransport(new URL(link.url), { requestInit: { headers: link.headers }, fetch });
  }

  function session(link: Link, conversation: Conversation, mode: Mode): SdkSession {
    const client = new sdk.Client(CLIENT, { jsonSchemaValidator, versionNegotiation: { mode } });
    const transport = transportFor(link, conversation);
    transport.onmessage = (message) => noteReceived(conversation, message);
    client.onerror = (error) => void conversation.errors.push(error);
    return {
      // The cast is about an optional member that the transport's type declares without `undefined`.
      connect: (limitMs) => client.connect(transport as Parameters<typeof client.connect>[0], { timeout: limitMs }),
      asksForTools: () => client.getServerCapabilities()?.tools !== undefined,
      list: (limitMs) => quietly(async () => (await client.listTools(undefined, { timeout: limitMs })).tools.map((tool) => tool.name)),
      async call(name: string, args: JsonObject, limitMs: number) {
        await client.callTool({ name, arguments: args }, { timeout: limitMs });
      },
      async close(limitMs) {
        if ('terminateSession' in transport) await within(limitMs, transport.terminateSession()).catch(() => {});
        // Both: a client whose connection failed has let go of its transport.
        await client.close().catch(() => {});
        await transport.close().catch(() => {});
      },
    };
  }

  const validate = (name: 'ListToolsResult' | 'CallToolResult', value: unknown) =>
    (sdk.specTypeSchemas[name]['~standard'].validate(value).issues ?? []).map((issue) => ({
      ...issue,
      path: issue.path?.map((token) => (typeof token === 'object' ? token.key : token)),
    }));
  return {
    name: 'SDK 2.x',
    version: packageVersion('@modelcontextprotocol/client', '@modelcontextprotocol/client'),
    listIssues: (result) => validate('ListToolsResult', result),
    callIssues: (result) => validate('CallToolResult', result),
    outputSchemaFault: () => null,
    session,
  };
}

/** Runs `work` while the SDK's own warnings, which quote the adapter unescaped, go nowhere: what they say stands in the verdict. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}
