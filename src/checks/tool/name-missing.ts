import { isObject, kindOf, member } from '../../model/json.ts';
import { some } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';

export const nameMissing: ToolRule = {
  id: 'tool/name-missing',
  on: 'tool',
  severity: 'error',
  clause: '2026-07-28 schema, BaseMetadata: name is a required string',
  why: 'SDK clients refuse the whole list when one tool has no name, so every tool of the adapter is lost.',
  fix: 'give each tool a name of letters, digits and underscores, as a text',
  yieldsTo: ['list/item-invalid'],
  examples: {
    good: [{ name: 'x' }, { name: 'find_order', title: null }],
    bad: [{ name: undefined }, { name: 7 }, { name: '' }, { name: null, function: { name: 'find_order' } }],
  },
  *check({ index, raw }) {
    const name = member(raw, 'name');
    if (!isObject(raw) || (typeof name === 'string' && name !== '')) return;
    const seen = name === '' ? 'has an empty name' : name === undefined ? 'has no name' : `has a name that is no text (${kindOf(name)})`;
    yield {
      at: '/name',
      message: `the tool at position ${index} ${seen} (it has: ${some(Object.keys(raw).map((key) => key.slice(0, 40))) || 'nothing'}); SDK clients refuse the whole list`,
      ...(isObject(raw.function)
        ? { fix: 'this is the form of the OpenAI API; MCP wants name, description and inputSchema at the top' }
        : {}),
    };
  },
};
