import { isObject, type JsonObject, member } from '../model/json.ts';
import { META } from '../model/protocol.ts';
import { inputSchema, type ToolDeclaration } from '../model/tool.ts';

/** What was agreed on, once it was. */
export interface HttpEra {
  revision: string;
  modern: boolean;
}

/** For each tool, the arguments that travel in a header as well: 2026-07-28 basic/transports/streamable-http, `x-mcp-header`. */
export type ToolHeaders = ReadonlyMap<string, readonly { path: readonly string[]; header: string }[]>;

const NAMED: Record<string, 'name' | 'uri'> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,200}$/;

/** The headers that the protocol wants with a message, by its `_meta` and the era; null is a message that is no JSON. */
export function protocolHeaders(message: JsonObject | null, era: HttpEra | null, tools: ToolHeaders): Record<string, string> {
  const method = member(message, 'method');
  const params = member(message, 'params');
  const stated = member(member(params, '_meta'), META.protocolVersion);
  // Whatever version it states: only modern requests state one, an unknown one included.
  const modern = typeof stated === 'string' || (era?.modern === true && method !== 'initialize');
  if (!modern) return era && !era.modern && method !== 'initialize' ? { 'MCP-Protocol-Version': era.revision } : {};
  const headers: Record<string, string> = {};
  const version = typeof stated === 'string' ? stated : era?.revision;
  if (version) headers['MCP-Protocol-Version'] = headerValue(version);
  if (typeof method !== 'string') return headers;
  headers['Mcp-Method'] = headerValue(method);
  const key = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  const name = key && member(params, key);
  if (typeof name !== 'string') return headers;
  headers['Mcp-Name'] = headerValue(name);
  const mirrored = method === 'tools/call' ? (tools.get(name) ?? []) : [];
  for (const { path, header } of mirrored) {
    const value = path.reduce<unknown>(member, member(params, 'arguments'));
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      headers[`Mcp-Param-${header}`] = headerValue(String(value));
  }
  return headers;
}

/** A value as a header can carry it: as it is when it is plain ASCII, else `=?base64?…?=`. */
export function headerValue(text: string): string {
  const plain = /^[\t\x20-\x7e]*$/.test(text) && text === text.trim() && !(text.startsWith('=?base64?') && text.endsWith('?='));
  return plain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** Reads `x-mcp-header` of every tool: only what is reached through `properties` alone, and whose name a header can have. */
export function toolHeaders(tools: readonly ToolDeclaration[]): ToolHeaders {
  return new Map(tools.map((tool) => [tool.name, [...mirrored(inputSchema(tool), [])]]));
}

function* mirrored(schema: unknown, path: string[]): Generator<{ path: string[]; header: string }> {
  const properties = member(schema, 'properties');
  if (!isObject(properties) || path.length > 20) return;
  for (const [key, property] of Object.entries(properties)) {
    const header = member(property, 'x-mcp-header');
    if (typeof header === 'string' && TOKEN.test(header)) yield { path: [...path, key], header };
    yield* mirrored(property, [...path, key]);
  }
}

/** Headers on top of others, names compared without case; null takes one out. */
export function mergeHeaders(...layers: (Record<string, string | null> | undefined)[]): Record<string, string> {
  const merged = new Map<string, [string, string]>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      if (value === null) merged.delete(name.toLowerCase());
      else merged.set(name.toLowerCase(), [name, value]);
    }
  }
  return Object.fromEntries(merged.values());
}
