import { member } from '../../model/json.ts';
import { some } from '../../model/text.ts';
import { dialectOf } from '../../schema/dialect.ts';
import { limitsOn, refusers } from '../limits/index.ts';
import { hostName, hostNames } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';
import { partsOf, place } from './parts.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const pair = { type: 'array', items: [{ type: 'number' }, { type: 'number' }] };

export const tupleItems: ToolRule = {
  id: 'schema/tuple-items',
  on: 'tool',
  // A MUST of the dialect stands behind it, but most clients read it as it was meant.
  severity: 'warning',
  clause: '2026-07-28 basic/index, "JSON Schema": 2020-12 is the default, in which "items" is one schema',
  why: 'Anthropic and Gemini refuse every request with a tool in which "items" is a list, the tuple of draft-07.',
  fix: 'use one schema for all items, with minItems and maxItems; where the types differ, use an object with a name for each',
  examples: {
    good: [
      { inputSchema: { type: 'object', properties: { value: { type: 'array', items: { type: 'number' } }, items: { type: 'string' } } } },
      { outputSchema: { $schema: DRAFT_07, type: 'object', properties: { value: pair } } },
    ],
    bad: [
      { inputSchema: { type: 'object', properties: { value: pair } } },
      { inputSchema: { $schema: DRAFT_07, type: 'object', properties: { value: pair } } },
      { outputSchema: { type: 'object', properties: { value: pair } } },
      { outputSchema: { type: 'object', properties: { value: { type: 'array', prefixItems: [{}, {}], items: false } } } },
    ],
  },
  *check(tool) {
    const refusedBy = refusers('tuple-items');
    const tuple = '"items" is a list (the tuple of draft-07); in 2020-12 it must be one schema';
    for (const { at, schema } of partsOf(tool, 'inputSchema'))
      if (Array.isArray(schema.items))
        yield {
          at: `${at}/items`,
          subject: place(at),
          message: `${tuple}, and ${some(hostNames(refusedBy))} refuse every request with this tool`,
          refusedBy,
        };
    if (dialectOf(member(tool.raw, 'outputSchema')) !== '2020-12') return;
    const strict = some(limitsOn('closed-tuple').map((limit) => hostName(limit.who)));
    for (const { at, schema } of partsOf(tool, 'outputSchema')) {
      const where = { at: `${at}/items`, subject: place(at) };
      if (Array.isArray(schema.items)) yield { ...where, message: `${tuple}, and validators refuse the outputSchema` };
      else if (schema.items === false && Array.isArray(schema.prefixItems))
        yield {
          ...where,
          message: `"items": false after "prefixItems"; ${strict} then refuses valid results`,
          fix: 'leave "items" out and bound the list by maxItems',
        };
    }
  },
};
