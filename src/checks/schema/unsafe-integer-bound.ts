import { some } from '../../model/text.ts';
import { refusers } from '../limits/index.ts';
import { hostNames } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';
import { partsOf, place, SIDES } from './parts.ts';

const KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'default', 'const'];
const LENGTHS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

const bounded = (keyword: string, value: number) => ({
  inputSchema: { type: 'object', properties: { n: { type: 'integer', [keyword]: value } } },
});

export const unsafeIntegerBound: ToolRule = {
  id: 'schema/unsafe-integer-bound',
  on: 'tool',
  severity: 'warning',
  why: 'Anthropic refuses a request with an integer beyond 2^53-1, and every JavaScript client rounds it.',
  fix: 'write 9007199254740991 or, better, a limit that means something; ids beyond it belong in a text',
  examples: {
    good: [bounded('maximum', Number.MAX_SAFE_INTEGER), bounded('maximum', Number.MAX_VALUE), bounded('multipleOf', 0.01)],
    bad: [bounded('maximum', 2 ** 63), bounded('minimum', -(2 ** 63)), bounded('maxLength', 2 ** 63)],
  },
  *check(tool) {
    const refusedBy = refusers('unsafe-integer');
    for (const side of SIDES)
      for (const { at, schema } of partsOf(tool, side))
        for (const keyword of [...KEYWORDS, ...LENGTHS]) {
          const value = schema[keyword];
          if (typeof value !== 'number' || Number.isSafeInteger(value)) continue;
          const where = `${at}/${keyword}`;
          // The text as the adapter wrote it, as the value was rounded already. A float such as 1.8e308 is no integer.
          const text = tool.numbers[where] ?? String(value);
          if (!/^-?\d+$/.test(text)) continue;
          const input = side === 'inputSchema';
          yield {
            at: where,
            subject: `${place(where)} ${text.slice(0, 40)}`,
            message: `beyond 2^53-1; ${input ? `${some(hostNames(refusedBy))} refuse the request, and ` : ''}JavaScript clients round such an integer`,
            ...(input ? { refusedBy } : { severity: 'info' }),
          };
        }
  },
};
