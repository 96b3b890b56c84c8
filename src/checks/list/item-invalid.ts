import { isObject, kindOf } from '../../model/json.ts';
import type { ToolRule } from '../rule.ts';

export const itemInvalid: ToolRule = {
  id: 'list/item-invalid',
  on: 'tool',
  severity: 'error',
  clause: '2026-07-28 schema, ListToolsResult: tools is a list of Tool objects',
  why: 'SDK clients refuse the whole list when one entry is no object.',
  fix: 'list objects with name, description and inputSchema, and leave out tools that are switched off',
  examples: { good: [{}], bad: [null, 'find_order', [{ name: 'find_order' }]] },
  *check({ index, raw }) {
    if (!isObject(raw))
      yield {
        at: '',
        message: `the entry at position ${index} of tools/list is ${kindOf(raw)} instead of an object; SDK clients refuse the whole list`,
      };
  },
};
