import { member } from '../../model/json.ts';
import { grouped } from '../../model/text.ts';
import { MAX_SCHEMAS } from '../../schema/walk.ts';
import type { ToolRule } from '../rule.ts';
import { partsOf, place, SIDES } from './parts.ts';

/** No honest schema in the field comes near either. */
const LEVELS = 32;
const SCHEMAS = 5_000;

export const tooDeep: ToolRule = {
  id: 'schema/too-deep',
  on: 'tool',
  severity: 'warning',
  clause: '2026-07-28 basic/index, "JSON Schema": clients bound the depth and number of subschemas',
  why: 'Clients bound what a schema may cost them, and refuse the tool beyond it.',
  fix: 'flatten the schema, or take the deep part as one text that the handler parses',
  examples: {
    good: [{ inputSchema: nested(20) }],
    bad: [{ inputSchema: nested(40) }, { outputSchema: nested(200) }],
  },
  *check(tool) {
    for (const side of SIDES) {
      const parts = partsOf(tool, side);
      const deepest = parts.find(({ depth }) => depth > LEVELS);
      if (deepest)
        yield {
          at: `/${side}`,
          subject: side,
          message: `schemas stand more than ${LEVELS} levels deep in each other (${place(deepest.at.slice(0, 80))}…); clients refuse such a tool`,
        };
      if (parts.length > SCHEMAS && member(tool.raw, side))
        yield {
          at: `/${side}`,
          subject: side,
          message: `${parts.length >= MAX_SCHEMAS ? 'more than ' : ''}${grouped(parts.length)} schemas within one; clients refuse such a tool`,
        };
    }
  },
};

function nested(levels: number): unknown {
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < levels; level++) schema = { type: 'object', properties: { a: schema } };
  return schema;
}
