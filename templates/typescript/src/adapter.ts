import { type Adapter, type AdapterOptions, createAdapter } from 'mcp-adapter/kit';
import type { Erp } from './erp.ts';
import { handleReturn } from './handle-return.ts';
import { returnsPolicy } from './returns-policy.ts';
import { tools } from './tools/index.ts';

/** The adapter before an ERP: what agents see. */
export function erpAdapter(erp: Erp, options: Pick<AdapterOptions, 'state' | 'log'> = {}): Adapter {
  return createAdapter({
    name: '__NAME__',
    version: '0.1.0',
    title: '__TITLE__',
    instructions: 'Orders and returns, as the caller may see them in the ERP. What changes something needs a grant by a person.',
    tools: tools(erp),
    resources: [returnsPolicy],
    prompts: [handleReturn],
    ...options,
  });
}
