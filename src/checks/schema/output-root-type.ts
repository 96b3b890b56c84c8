import { isObject, member } from '../../model/json.ts';
import { quoteOrKind } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';

export const outputRootType: ToolRule = {
  id: 'schema/output-root-type',
  on: 'tool',
  severity: 'error',
  since: '2025-06-18',
  until: '2025-11-25',
  clause: '2025-11-25 schema, Tool: outputSchema.type is "object"',
  why: 'Clients of revisions up to 2025-11-25 refuse the whole list when the root of one outputSchema is not of type object.',
  fix: 'write "type": "object" at the root and put the value under a name, or leave outputSchema out',
  examples: {
    good: [{}, { outputSchema: { type: 'object' } }],
    bad: [{ outputSchema: { $id: 'x.result.v1', description: 'anything' } }, { outputSchema: { type: 'array', items: {} } }],
  },
  *check({ raw }) {
    const schema = member(raw, 'outputSchema');
    if (!isObject(schema) || schema.type === 'object') return;
    const { type } = schema;
    const seen = type === undefined ? 'has no "type": "object"' : `has type ${quoteOrKind(type)} instead of "object"`;
    yield {
      at: '/outputSchema/type',
      message: `the root of outputSchema ${seen}; clients of revisions up to 2025-11-25 refuse the whole list`,
    };
  },
};
