import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { member } from '../../model/json.ts';
import { size } from '../../model/text.ts';
import type { Adapter } from '../adapter.ts';
import type { Caller } from '../caller.ts';
import type { RequestContext } from '../context.ts';
import { type Resource, type ResourceContent, type ResourceItem, variablesFor } from '../resource.ts';
import { page } from './page.ts';
import { guarded } from './protocol-failure.ts';
import { type CallerOf, requestContext } from './request-context.ts';
import { visibleTo } from './visible.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_LISTED = 10_000;
const MAX_SUBSCRIBED = 1_000;

/**
 * resources/list, templates/list, read, subscribe: everything as this caller may see it.
 * @returns the URIs that a client of a legacy session wants to hear of
 */
export function serveResources(server: Server, adapter: Adapter, callerOf: CallerOf): ReadonlySet<string> {
  const subscribed = new Set<string>();
  const mine = (caller: Caller) => visibleTo(caller, 'resource', adapter.resources, adapter.log);
  const safely = <T>(what: string, work: () => T | Promise<T>) => guarded(what, adapter.log, work);

  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const request = requestContext(server, callerOf, context);
    const items: ResourceItem[] = [];
    for (const resource of await mine(request.caller))
      items.push(...(await safely(`the list of ${resource.name}`, () => itemsOf(resource, request))));
    return page('resources', items.slice(0, MAX_LISTED), params?.cursor) as never;
  });
  server.setRequestHandler('resources/templates/list', async ({ params }, { http }) => {
    const own = await mine(callerOf(http?.authInfo));
    const templates = own.flatMap(({ template, uri, ...rest }) => (template ? [{ uriTemplate: uri, ...described(rest) }] : []));
    return page('resourceTemplates', templates, params?.cursor) as never;
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const request = requestContext(server, callerOf, context);
    const content = await found(uri, request);
    adapter.wasRead(uri, request.caller, content ? 'ok' : 'not_found');
    // What does not exist and what is not for this caller are answered alike.
    if (!content) throw new ResourceNotFoundError(uri);
    return { contents: [content] };
  });
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    // Who may not read it must not learn when it changes.
    if (!(await found(uri, requestContext(server, callerOf, context)))) throw new ResourceNotFoundError(uri);
    if (subscribed.size >= MAX_SUBSCRIBED)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `at most ${MAX_SUBSCRIBED} resources are told of`);
    subscribed.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
  return subscribed;

  /** What the first of the caller's resources with this URI holds. */
  async function found(uri: string, request: RequestContext) {
    for (const resource of await mine(request.caller)) {
      const variables = variablesFor(resource, uri);
      const block = variables && (await read(resource, uri, variables, request));
      if (block) return block;
    }
    return null;
  }

  async function read(resource: Resource, uri: string, variables: Record<string, string>, request: RequestContext) {
    try {
      return await safely(`resource ${resource.name}`, async () => {
        const content = await resource.read(variables, request);
        return content && blockOf(uri, resource, content);
      });
    } catch (error) {
      adapter.wasRead(uri, request.caller, String(member(member(error, 'data'), 'code') ?? 'internal'));
      throw error;
    }
  }
}

async function itemsOf(resource: Resource, request: RequestContext): Promise<readonly ResourceItem[]> {
  if (resource.template) return (await resource.list?.(request)) ?? [];
  return [{ uri: resource.uri, ...described(resource) }];
}

function described({ name, title, description, mimeType }: Omit<Resource, 'uri' | 'template'>) {
  return { name, title, description, ...(mimeType === undefined ? {} : { mimeType }) };
}

function blockOf(uri: string, resource: Resource, content: ResourceContent) {
  const mimeType = content.mimeType ?? resource.mimeType ?? ('json' in content ? 'application/json' : 'text/plain');
  const text =
    'blob' in content ? Buffer.from(content.blob).toString('base64') : 'json' in content ? JSON.stringify(content.json) : content.text;
  if (typeof text !== 'string') throw new Error(`${uri} has neither text, blob nor json`);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) throw new Error(`${uri} has ${size(bytes)}, and at most ${size(MAX_BYTES)} are answered`);
  return 'blob' in content ? { uri, mimeType, blob: text } : { uri, mimeType, text };
}
