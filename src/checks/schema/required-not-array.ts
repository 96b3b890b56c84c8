import { kindOf } from '../../model/json.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import type { ToolRule } from '../rule.ts';
import { allParts, place } from './parts.ts';

export const requiredNotArray: ToolRule = {
  id: 'schema/required-not-array',
  on: 'tool',
  severity: 'error',
  clause: '2020-12 validation 6.5.3: required is a list of property names',
  why: 'Anthropic and strict validators refuse the schema; others read every call as wrong.',
  fix: 'list the names of the required properties on the object: "required": ["query"]; leave it out when there are none',
  examples: {
    good: [
      { inputSchema: { type: 'object', properties: { required: { type: 'boolean' } }, required: ['required'] } },
      { inputSchema: { type: 'object', properties: { required: true } } },
    ],
    bad: [
      { inputSchema: { type: 'object', properties: { query: { type: 'string', required: false } } } },
      { inputSchema: { type: 'object', properties: {}, required: null } },
      { outputSchema: { type: 'object', properties: {}, required: 'id' } },
    ],
  },
  *check(tool) {
    for (const { at, kind } of wrongRequired(tool))
      yield {
        at,
        subject: place(at),
        message: `${kind} instead of a list; "required" is a list of names on the object, and validators refuse the schema`,
      };
  },
};

/** Where the keyword `required` is something other than a list. */
export function wrongRequired(tool: ToolDeclaration): { at: string; kind: string }[] {
  return allParts(tool).flatMap(({ at, schema }) =>
    Object.hasOwn(schema, 'required') && !Array.isArray(schema.required) ? [{ at: `${at}/required`, kind: kindOf(schema.required) }] : [],
  );
}
