import { quote } from '../../model/text.ts';
import type { CallRule } from '../rule.ts';
import { misfits } from './expected.ts';

const repos = (after: unknown) => ({ inputSchema: { type: 'object', properties: { q: { type: 'string' }, after }, required: ['q'] } });

export const nullOptional: CallRule = {
  id: 'args/null-optional',
  on: 'call',
  severity: 'warning',
  why: 'Several agent frameworks send null for a parameter that was not given, and adapters that follow their schema refuse the call.',
  fix: 'leave optional arguments out; an adapter does well to treat null as absent',
  examples: {
    good: [
      { tool: repos({ type: 'string' }), arguments: { q: 'a' } },
      { tool: repos({ type: ['string', 'null'] }), arguments: { q: 'a', after: null } },
      { tool: repos({ anyOf: [{ type: 'string' }, { type: 'null' }] }), arguments: { q: 'a', after: null } },
      // Null for what is required is another mistake.
      { tool: repos({ type: 'string' }), arguments: { q: null } },
    ],
    bad: [
      { tool: repos({ type: 'string' }), arguments: { q: 'a', after: null } },
      { tool: repos({ enum: ['asc', 'desc'] }), arguments: { q: 'a', after: null } },
    ],
  },
  *check(call, context) {
    for (const { name, place, sent, required } of misfits(call, context)) {
      if (sent !== null || required) continue;
      yield {
        at: place,
        subject: `argument ${quote(name)}`,
        message: 'is null, and the schema does not allow null',
      };
    }
  },
};
