import { quote, some } from '../../model/text.ts';
import { refusers } from '../limits/index.ts';
import { hostNames } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';
import { place } from './parts.ts';
import { usedParts } from './references.ts';

export const typeArray: ToolRule = {
  id: 'schema/type-array',
  on: 'tool',
  severity: 'warning',
  why: 'Gemini knows one type a schema and refuses the request; some gateways drop the tool.',
  fix: 'leave null out where the parameter is optional anyway (not in required), or write anyOf with {"type": "null"}',
  examples: {
    good: [
      { inputSchema: { type: 'object', properties: { owner: { anyOf: [{ type: 'string' }, { type: 'null' }] } } } },
      { inputSchema: { type: 'object', properties: { type: { type: 'array', items: { type: 'string' } } } } },
      { inputSchema: { type: 'object', $defs: { Unused: { type: ['number', 'null'] } } } },
    ],
    bad: [
      { inputSchema: { type: 'object', properties: { id: { type: ['number', 'string'] } } } },
      {
        inputSchema: {
          type: 'object',
          properties: { owner: { $ref: '#/$defs/Owner' } },
          $defs: { Owner: { items: { $ref: '#/$defs/Name' } }, Name: { type: ['number', 'null'] } },
        },
      },
      { inputSchema: { type: 'object', properties: { owner: { type: ['number', 'null'] } } } },
    ],
  },
  *check(tool) {
    const refusedBy = refusers('type-array');
    for (const { at, schema, depth } of usedParts(tool)) {
      // At the root it is no object, which is an error of its own.
      if (depth === 0 || !Array.isArray(schema.type)) continue;
      const types = some(schema.type.map((type) => (typeof type === 'string' ? quote(type, 20) : '…')));
      yield {
        at: `${at}/type`,
        subject: place(at),
        message: `a list of types (${types}); ${some(hostNames(refusedBy))} refuses the request`,
        refusedBy,
        ...(schema.type.includes('null') ? {} : { fix: 'write anyOf with one type each, or settle for one type' }),
      };
    }
  },
};
