import type { ContentBlock } from '@modelcontextprotocol/server';

/** What a tool returned, with content blocks that follow the envelope. */
export interface Content<Data> {
  [CONTENT]: readonly ContentBlock[];
  data: Data;
}

const CONTENT = Symbol('content');

/** Adds raw MCP content (image, audio, resource, resource_link) to what a tool returns; it follows the envelope's text block. */
export function withContent<Data extends object>(data: Data, ...blocks: ContentBlock[]): Content<Data> {
  return { [CONTENT]: blocks, data };
}

/** What a tool returned, in its two parts. */
export function partsOf(returned: unknown): { data: unknown; content: readonly ContentBlock[] } {
  return isContent(returned) ? { data: returned.data, content: returned[CONTENT] } : { data: returned, content: [] };
}

function isContent(value: unknown): value is Content<unknown> {
  return typeof value === 'object' && value !== null && CONTENT in value;
}
