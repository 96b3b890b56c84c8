import type { Tool } from 'mcp-adapter/kit';
import type { Erp } from '../erp.ts';
import { createReturn } from './create-return.ts';
import { findOrder } from './find-order.ts';
// mcp-adapter init tool: import

/** The tools, in the order in which hosts show them. */
export function tools(erp: Erp): Tool[] {
  return [
    findOrder(erp),
    createReturn(erp),
    // mcp-adapter init tool: list
  ];
}
