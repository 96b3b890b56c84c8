import { isObject, member, pointer } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';
import { SIDES } from './parts.ts';

export const booleanProperty: ToolRule = {
  id: 'schema/boolean-property',
  on: 'tool',
  severity: 'error',
  clause: '2025-11-25 schema, Tool: properties maps names to objects',
  why: 'JSON Schema allows true for "anything", but SDK 1.x clients want an object there and refuse the whole list.',
  fix: 'write {} instead of true (in Rust: give a serde_json::Value parameter a schema of its own)',
  examples: {
    good: [
      { inputSchema: { type: 'object', properties: { value: {} }, additionalProperties: true } },
      { inputSchema: { type: 'object', properties: { list: { type: 'array', items: true } } } },
    ],
    bad: [
      { inputSchema: { type: 'object', properties: { value: true } } },
      { outputSchema: { type: 'object', properties: { value: false } } },
    ],
  },
  *check({ raw }) {
    for (const side of SIDES) {
      const properties = member(member(raw, side), 'properties');
      if (!isObject(properties)) continue;
      for (const [name, value] of Object.entries(properties))
        if (typeof value === 'boolean')
          yield {
            at: pointer(side, 'properties', name),
            subject: `property ${quote(name, 60)}`,
            message: `${value} instead of an object; SDK 1.x clients then refuse the whole list`,
          };
    }
  },
};
