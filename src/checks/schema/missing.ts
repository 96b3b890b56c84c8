import { isObject, kindOf, member } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { some } from '../../model/text.ts';
import { inputSchema } from '../../model/tool.ts';
import type { ToolRule } from '../rule.ts';

/** What other APIs call it. */
const OTHER_NAMES = ['input_schema', 'parameters', 'schema', 'inputschema', 'arguments', 'args', 'params', 'inputs'];

export const missing: ToolRule = {
  id: 'schema/missing',
  on: 'tool',
  severity: 'error',
  clause: '2026-07-28 server/tools: inputSchema MUST be a JSON Schema object',
  why: 'SDK clients refuse the whole list when one tool has no inputSchema, so every tool of the adapter is lost.',
  fix: 'a tool without parameters declares {"type": "object", "properties": {}}',
  yieldsTo: ['list/item-invalid'],
  examples: {
    good: [{ inputSchema: { type: 'object', properties: {} } }],
    bad: [
      { inputSchema: undefined },
      { inputSchema: null },
      { inputSchema: [] },
      { inputSchema: undefined, input_schema: { type: 'object' } },
    ],
  },
  *check(tool) {
    const { raw } = tool;
    if (!isObject(raw) || inputSchema(tool)) return;
    const value = member(raw, 'inputSchema');
    if (value !== undefined) {
      yield { at: '/inputSchema', message: `inputSchema is ${kindOf(value)} instead of an object; SDK clients refuse the whole list` };
      return;
    }
    const keys = Object.keys(raw).filter((key) => isObject(raw[key]));
    const meant =
      keys.find((key) => OTHER_NAMES.includes(key)) ??
      nearest(
        'inputSchema',
        keys.filter((key) => key !== 'outputSchema'),
      );
    yield {
      at: '/inputSchema',
      message: `there is no inputSchema (found: ${some(Object.keys(raw).map((key) => key.slice(0, 40)))}); SDK clients refuse the whole list`,
      ...(meant ? { fix: `rename "${meant}" to "inputSchema"` } : {}),
    };
  },
};
