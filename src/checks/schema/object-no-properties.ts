import type { JsonObject } from '../../model/json.ts';
import { some } from '../../model/text.ts';
import { refusers } from '../limits/index.ts';
import { hostNames } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';
import { place } from './parts.ts';
import { usedParts } from './references.ts';

/** What says what an object holds, beside `properties`. */
const SAID_BY = ['additionalProperties', 'patternProperties', 'propertyNames', '$ref', 'allOf', 'anyOf', 'oneOf', 'const', 'enum'];

export const objectNoProperties: ToolRule = {
  id: 'schema/object-no-properties',
  on: 'tool',
  severity: 'info',
  why: 'OpenAI models refuse a request in which an object schema has no "properties", even for a tool without parameters.',
  fix: 'add "properties": {}',
  examples: {
    good: [
      { inputSchema: { type: 'object', properties: {} } },
      { inputSchema: { type: 'object', properties: { tags: { type: 'object', additionalProperties: { type: 'string' } } } } },
    ],
    bad: [{ inputSchema: { type: 'object' } }, { inputSchema: { type: 'object', properties: { meta: { type: 'object' } } } }],
  },
  *check(tool) {
    const refusedBy = refusers('object-no-properties');
    const message = `an object without "properties"; ${some(hostNames(refusedBy))} models refuse it`;
    for (const { at, schema, depth } of usedParts(tool))
      if (isBare(schema, depth === 0)) yield { at, subject: place(at), message, refusedBy };
  },
};

function isBare(schema: JsonObject, isRoot: boolean): boolean {
  if (schema.type !== 'object' || Object.hasOwn(schema, 'properties')) return false;
  return isRoot || !SAID_BY.some((keyword) => Object.hasOwn(schema, keyword));
}
