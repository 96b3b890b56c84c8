import { kindOf } from '../../model/json.ts';
import { some } from '../../model/text.ts';
import { refusers } from '../limits/index.ts';
import type { ToolRule } from '../rule.ts';
import { place } from './parts.ts';
import { usedParts } from './references.ts';

const PLURALS: Record<string, string> = {
  null: 'null',
  array: 'lists',
  object: 'objects',
  string: 'texts',
  number: 'numbers',
  boolean: 'booleans',
};

export const enumNonString: ToolRule = {
  id: 'schema/enum-non-string',
  on: 'tool',
  severity: 'warning',
  why: 'Gemini takes only texts in enum and refuses the request; of mixed types, models and validators disagree which one is meant.',
  fix: 'list texts, or use an integer with minimum and maximum and say in the description what the values mean',
  examples: {
    good: [{ inputSchema: { type: 'object', properties: { phase: { enum: ['0', '1'] }, enum: { type: 'integer' } } } }],
    bad: [
      { inputSchema: { type: 'object', properties: { phases: { type: 'integer', enum: [0, 1, 3] } } } },
      { inputSchema: { type: 'object', properties: { phases: { enum: ['all', 1, null] } } } },
    ],
  },
  *check(tool) {
    const refusedBy = refusers('enum-non-string');
    for (const { at, schema } of usedParts(tool)) {
      if (!Array.isArray(schema.enum)) continue;
      const kinds = [...new Set(schema.enum.map(kindOf))];
      if (kinds.every((kind) => kind === 'string')) continue;
      const held = some(kinds.map((kind) => PLURALS[kind] ?? kind));
      yield {
        at: `${at}/enum`,
        subject: place(`${at}/enum`),
        message: `holds ${kinds.length > 1 ? `mixed types (${held})` : held}; Gemini accepts texts only and refuses the request`,
        refusedBy,
      };
    }
  },
};
