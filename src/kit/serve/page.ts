import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

const PER_PAGE = 200;

/**
 * One page of a list, in its order. Cursors are opaque to clients; ours hold where the next page begins.
 * @throws ProtocolError -32602 for a cursor that we never gave (2026-07-28 server/utilities/pagination)
 */
export function page<Key extends string, Item>(key: Key, items: readonly Item[], cursor: string | undefined): Record<string, unknown> {
  const from = cursor === undefined ? 0 : Number(/^from:([1-9]\d{0,8})$/.exec(cursor)?.[1] ?? Number.NaN);
  if (!(from >= 0 && from <= items.length))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor: begin again without one');
  const next = from + PER_PAGE;
  return { [key]: items.slice(from, next), ...(next < items.length ? { nextCursor: `from:${next}` } : {}) };
}
