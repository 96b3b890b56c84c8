import { quote, shorten } from '../../model/text.ts';
import type { CallRule } from '../rule.ts';
import { misfits } from './expected.ts';

const page = { inputSchema: { type: 'object', properties: { rows: { type: 'integer', maximum: 100 } }, required: ['rows'] } };

export const mismatch: CallRule = {
  id: 'args/mismatch',
  on: 'call',
  severity: 'info',
  why: 'What the tool answers to arguments that its own schema forbids says little about the tool.',
  fix: 'send arguments that fit the input schema, or correct the schema when they are right',
  yieldsTo: ['args/stringified-object', 'args/string-for-number', 'args/null-optional'],
  examples: {
    good: [
      { tool: page, arguments: { rows: 100 } },
      { tool: page, arguments: {}, probe: { kind: 'missing', argument: 'rows' } },
      { tool: page, arguments: { rows: 5, more: true } },
    ],
    bad: [
      { tool: page, arguments: { rows: 500 } },
      { tool: page, arguments: {} },
    ],
  },
  *check(call, context) {
    for (const { name, place, keyword, message, sent } of misfits(call, context)) {
      yield {
        at: place,
        subject: name ? `argument ${quote(name)}` : 'the arguments',
        message: sentence(keyword, message, sent),
      };
    }
  },
};

function sentence(keyword: string, message: string, sent: unknown): string {
  if (keyword === 'required' && sent === undefined) return 'is missing, and the schema requires it';
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'is not declared, and the schema allows no others';
  return `${shorten(message)}, says the schema`;
}
