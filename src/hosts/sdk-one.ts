import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { messageOf } from '../model/fault.ts';
import type { JsonObject } from '../model/json.ts';
import { type Conversation, noteReceived } from './conversation.ts';
import { within } from './limit.ts';
import { originFetch } from './origin-fetch.ts';
import { packageVersion } from './package-version.ts';
import { PipeTransport } from './pipe-transport.ts';
import { CLIENT, EndlessPages, type Link, type Sdk, type SdkSession } from './sdk.ts';

/** A host of its own would ask for page after page; here it is given up after so many. */
const MAX_PAGES = 100;

/** Loads `@modelcontextprotocol/sdk`, what most installed hosts embed; only what the link needs of it. */
export async function loadSdkOne(kind: Link['kind']): Promise<Sdk> {
  const [{ Client }, types, { AjvJsonSchemaValidator }, stdio, http] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
    import('@modelcontextprotocol/sdk/validation/ajv'),
    kind === 'pipe' ? import('@modelcontextprotocol/sdk/shared/stdio.js') : null,
    kind === 'http' ? import('@modelcontextprotocol/sdk/client/streamableHttp.js') : null,
  ]);

  // Output schemas are compiled as the SDK does it, because a list with a bad one is refused. Values are not put through them
  // here: that is done once for all in the schema worker, where a hostile pattern cannot hold the program up.
  const ajv = new AjvJsonSchemaValidator();
  const jsonSchemaValidator = {
    getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
      ajv.getValidator(schema);
      return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
    },
  };

  function transportFor(link: Link, conversation: Conversation) {
    if (link.kind === 'pipe' && stdio)
      return new PipeTransport(link.pipe, { reader: new stdio.ReadBuffer(), serialize: stdio.serializeMessage }, conversation);
    if (link.kind === 'http' && http) {
      const fetch = originFetch(link.url, conversation);
      return new http.StreamableHTTPClientTransport(new URL(link.url), { requestInit: { headers: link.headers }, fetch });
    }
    throw new TypeError(`loaded for another link than ${link.kind}`);
  }

  function session(link: Link, conversation: Conversation): SdkSession {
    const client = new Client(CLIENT, { jsonSchemaValidator });
    const transport = transportFor(link, conversation);
    transport.onmessage = (message) => noteReceived(conversation, message);
    client.onerror = (error) => void conversation.errors.push(error);
    return {
      // The cast is about an optional member that the transport's type declares without `undefined`.
      connect: (limitMs) => client.connect(transport as Parameters<typeof client.connect>[0], { timeout: limitMs }),
      asksForTools: () => true,
      async list(limitMs) {
        const names: string[] = [];
        for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page++) {
          if (page === MAX_PAGES) throw new EndlessPages();
          const { tools, nextCursor } = await client.listTools(cursor === undefined ? undefined : { cursor }, { timeout: limitMs });
          names.push(...tools.map((tool) => tool.name));
          if (nextCursor !== undefined && nextCursor === cursor) throw new EndlessPages();
          cursor = nextCursor;
        }
        return names;
      },
      async call(name: string, args: JsonObject, limitMs: number) {
        await client.callTool({ name, arguments: args }, undefined, { timeout: limitMs });
      },
      async close(limitMs) {
        if ('terminateSession' in transport) await within(limitMs, transport.terminateSession()).catch(() => {});
        // Both: a client whose connection failed has let go of its transport.
        await client.close().catch(() => {});
        await transport.close().catch(() => {});
      },
    };
  }

  return {
    name: 'SDK 1.x',
    version: packageVersion('@modelcontextprotocol/sdk', '@modelcontextprotocol/sdk/client'),
    listIssues: (result) => types.ListToolsResultSchema.safeParse(result).error?.issues ?? [],
    callIssues: (result) => types.CallToolResultSchema.safeParse(result).error?.issues ?? [],
    outputSchemaFault(schema) {
      try {
        new AjvJsonSchemaValidator().getValidator(schema as JsonSchemaType);
        return null;
      } catch (error) {
        return messageOf(error);
      }
    },
    session,
  };
}
