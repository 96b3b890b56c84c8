import { quote, some } from '../../model/text.ts';
import { refusers } from '../limits/index.ts';
import { hostNames } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';
import { usedParts } from './references.ts';

const schema = (...names: string[]) => ({
  inputSchema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
});

export const propertyName: ToolRule = {
  id: 'schema/property-name',
  on: 'tool',
  severity: 'warning',
  why: 'Anthropic refuses every request with a tool whose property names are not 1-64 of A-Z a-z 0-9 _ . -; Gemini allows no dot and no hyphen.',
  fix: 'rename the property (StartTimeBefore for "StartTime<") and map it back in the handler',
  examples: {
    good: [schema('start_time', 'X1'), { outputSchema: { type: 'object', properties: { 'a b': { type: 'string' } } } }],
    bad: [
      schema('StartTime<'),
      schema('settings[include_tax]'),
      schema('größe'),
      schema('a'.repeat(65)),
      schema('user-id'),
      schema('$filter'),
      schema(''),
    ],
  },
  *check(tool) {
    for (const { at, property } of usedParts(tool)) {
      if (property === null) continue;
      const refusedBy = refusers('property-name', property);
      if (refusedBy.length === 0) continue;
      const onlyGemini = refusedBy.every((profile) => profile === 'gemini');
      yield {
        at,
        subject: quote(property, 80),
        severity: onlyGemini ? 'info' : 'warning',
        message: onlyGemini
          ? 'a property name that Gemini refuses: it takes letters, digits and underscores, not beginning with a digit'
          : `a property name for which ${some(hostNames(refusedBy))} refuse the request; it must be 1-64 of A-Z a-z 0-9 _ . -`,
        refusedBy,
        ...(onlyGemini ? { fix: 'use underscores instead (user_id)' } : {}),
      };
    }
  },
};
