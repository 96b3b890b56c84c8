import { isObject, member } from '../../model/json.ts';
import { quoteOrKind } from '../../model/text.ts';
import { dialectOf } from '../../schema/dialect.ts';
import type { ToolRule } from '../rule.ts';
import { oldBounds } from './old-bounds.ts';
import { SIDES } from './parts.ts';

export const unknownDialect: ToolRule = {
  id: 'schema/unknown-dialect',
  on: 'tool',
  severity: 'warning',
  clause: '2026-07-28 basic/index, "JSON Schema": a client answers a dialect that it does not support with an error',
  why: 'Clients that validate cannot read the schema, and refuse the tool.',
  fix: 'leave "$schema" out, or write "https://json-schema.org/draft/2020-12/schema"',
  examples: {
    good: [
      { inputSchema: { $schema: 'http://json-schema.org/draft-07/schema', type: 'object' } },
      {
        inputSchema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema#',
          type: 'object',
          properties: { $schema: { type: 'string' } },
        },
      },
    ],
    bad: [
      { inputSchema: { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' } },
      { inputSchema: { $schema: '2020-12', type: 'object' } },
      { outputSchema: { $schema: null, type: 'object' } },
    ],
  },
  *check(tool) {
    for (const side of SIDES) {
      const schema = member(tool.raw, side);
      // What makes an old schema invalid is told there.
      if (!isObject(schema) || dialectOf(schema) !== null || oldBounds(tool).length) continue;
      const uri = schema.$schema;
      yield {
        at: `/${side}/$schema`,
        subject: side,
        message: `"$schema" is ${quoteOrKind(uri, 80)}, a dialect that clients do not know; the schema was not judged further`,
      };
    }
  },
};
