import { plural, quote, shorten, some } from '../../model/text.ts';
import { limitsOn } from '../limits/index.ts';
import { exceeds } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';
import { usedParts } from './references.ts';

/** The fields of a schema in a function declaration of Gemini. */
const KNOWN = [
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'default', 'example', 'items', 'properties', 'required', 'anyOf'],
  ...[
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'pattern',
    'propertyOrdering',
  ],
];

export const unsupportedKeyword: ToolRule = {
  id: 'schema/unsupported-keyword',
  on: 'tool',
  severity: 'info',
  why: 'The function declarations of Gemini refuse fields that they do not know, unless the client converts the schema first.',
  fix: 'write minimum instead of exclusiveMinimum, an enum of one value instead of const, and leave out the rest',
  examples: {
    good: [{ inputSchema: { type: 'object', properties: { const: { type: 'string' }, max: { type: 'integer', minimum: 1 } } } }],
    bad: [
      { inputSchema: { type: 'object', properties: { max: { type: 'integer', exclusiveMinimum: 0 } }, additionalProperties: false } },
      { inputSchema: { type: 'object', properties: { url: { type: 'string', format: 'uri' } } } },
    ],
  },
  *check(tool, { profiles }) {
    // Most schemas have some, and most clients convert: only for those who ask.
    if (!profiles.has('gemini')) return;
    const formats = limitsOn('format').filter((limit) => limit.who === 'gemini');
    const found = new Set<string>();
    for (const { schema } of usedParts(tool)) {
      for (const keyword of Object.keys(schema)) if (!KNOWN.includes(keyword)) found.add(shorten(keyword, 40));
      const { format } = schema;
      if (typeof format === 'string' && formats.some((limit) => exceeds(limit, format))) found.add(`format ${quote(format, 30)}`);
    }
    if (found.size === 0) return;
    yield {
      at: '/inputSchema',
      message: `${plural(found.size, 'keyword')} that Gemini refuses when the client does not convert: ${some([...found], 12)}`,
      count: found.size,
    };
  },
};
