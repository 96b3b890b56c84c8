import { some } from '../../model/text.ts';
import { refusers } from '../limits/index.ts';
import { hostNames } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';
import { place } from './parts.ts';
import { usedParts } from './references.ts';

export const arrayNoItems: ToolRule = {
  id: 'schema/array-no-items',
  on: 'tool',
  severity: 'warning',
  why: 'OpenAI and Gemini refuse the request, and VS Code drops the tool, when an array does not say what it holds.',
  fix: 'say what the array holds: "items": {"type": "string"}, or at least "items": {}',
  examples: {
    good: [
      { inputSchema: { type: 'object', properties: { words: { type: 'array', items: {} }, type: { type: 'string', enum: ['array'] } } } },
      { outputSchema: { type: 'object', properties: { words: { type: 'array' } } } },
    ],
    bad: [
      { inputSchema: { type: 'object', properties: { command: { type: 'array', description: 'words' } } } },
      { inputSchema: { type: 'object', properties: { pair: { type: 'array', prefixItems: [{}, {}] } } } },
      { inputSchema: { type: 'object', properties: { rows: { type: 'array', items: { type: ['array', 'null'] } } } } },
    ],
  },
  *check(tool) {
    const refusedBy = refusers('array-no-items');
    const message = `an array without "items"; ${some(hostNames(refusedBy))} refuse it`;
    for (const { at, schema } of usedParts(tool)) {
      const isArray = schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'));
      if (isArray && !Object.hasOwn(schema, 'items')) yield { at, subject: place(at), message, refusedBy };
    }
  },
};
