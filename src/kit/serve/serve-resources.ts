import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { size } from '../../model/text.ts';
import type { Adapter } from '../adapter.ts';
import type { Caller } from '../caller.ts';
import type { RequestContext } from '../context.ts';
import { type Resource, type ResourceContent, type ResourceItem, variablesFor } from '../resource.ts';
import { ToolError } from '../tool-error.ts';
import { page } from './page.ts';
import { protocolFailure } from './protocol-failure.ts';
import { type CallerOf, requestContext } from './request-context.ts';
import { isVisible } from './visible.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_LISTED = 10_000;

/**
 * resources/list, templates/list, read, subscribe: everything as this caller may see it.
 * @returns the URIs that a client of a legacy session wants to hear of
 */
export function serveResources(server: Server, adapter: Adapter, callerOf: CallerOf): ReadonlySet<string> {
  const mineOf = (caller: Caller) => adapter.resources.filter((resource) => isVisible(resource, caller));
  const subscribed = new Set<string>();

  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const items: ResourceItem[] = [];
    const request = requestContext(server, callerOf, context);
    for (const resource of mineOf(request.caller)) items.push(...(await itemsOf(resource, request)));
    return page('resources', items.slice(0, MAX_LISTED), params?.cursor) as never;
  });
  server.setRequestHandler('resources/templates/list', ({ params }, { http }) => {
    const templates = mineOf(callerOf(http?.authInfo)).flatMap(({ template, uri, ...rest }) =>
      template ? [{ uriTemplate: uri, ...described(rest) }] : [],
    );
    return page('resourceTemplates', templates, params?.cursor) as never;
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const request = requestContext(server, callerOf, context);
    const { caller } = request;
    const content = await found(uri, request);
    if (content) return { contents: [content] };
    // What does not exist and what is not for this caller are answered alike.
    adapter.wasRead(uri, caller, 'not_found');
    throw new ResourceNotFoundError(uri);
  });
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    // Who may not read it must not learn when it changes.
    if (!(await found(uri, requestContext(server, callerOf, context)))) throw new ResourceNotFoundError(uri);
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
    for (const resource of mineOf(request.caller)) {
      const variables = variablesFor(resource, uri);
      const content = variables && (await read(resource, uri, variables, request));
      if (content) return content;
    }
    return null;
  }

  async function read(resource: Resource, uri: string, variables: Record<string, string>, request: RequestContext) {
    const { caller } = request;
    try {
      const content = await resource.read(variables, request);
      if (!content) return null;
      const block = blockOf(uri, resource, content);
      adapter.wasRead(uri, caller, 'ok');
      return block;
    } catch (error) {
      adapter.wasRead(uri, caller, error instanceof ToolError ? error.code : 'internal');
      throw protocolFailure(`resource ${resource.name}`, error, adapter.log);
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
  const body =
    'blob' in content
      ? { blob: Buffer.from(content.blob).toString('base64') }
      : { text: 'json' in content ? JSON.stringify(content.json) : content.text };
  const bytes = Buffer.byteLength(body.blob ?? body.text ?? '');
  if (bytes > MAX_BYTES) throw new Error(`${uri} has ${size(bytes)}, and at most ${size(MAX_BYTES)} are answered`);
  return { uri, mimeType, ...body };
}
