import { isObject, type JsonObject } from '../../model/json.ts';
import { quoteOrKind } from '../../model/text.ts';
import { inputSchema } from '../../model/tool.ts';
import type { ToolRule } from '../rule.ts';

/** Keys by which a schema can be told from a bare map of parameters. */
const KEYWORDS = ['properties', 'required', 'anyOf', 'oneOf', 'allOf', '$ref', 'items', 'enum', 'const', '$schema', 'additionalProperties'];

export const rootType: ToolRule = {
  id: 'schema/root-type',
  on: 'tool',
  severity: 'error',
  clause: '2026-07-28 schema, Tool: inputSchema.type is "object"',
  why: 'SDK clients refuse the whole list when the root of one inputSchema is not of type object, and so do the model APIs.',
  fix: 'write "type": "object" at the root, and the parameters in its "properties"',
  examples: {
    good: [{ inputSchema: { type: 'object' } }, { inputSchema: { type: 'object', properties: { type: { type: 'string' } } } }],
    bad: [
      { inputSchema: {} },
      { inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'string' } },
      { inputSchema: { type: ['object', 'null'], properties: {} } },
      { inputSchema: { properties: { id: { type: 'string' } } } },
      { inputSchema: { url: { type: 'string' } } },
      { inputSchema: { _def: { typeName: 'ZodObject' } } },
    ],
  },
  *check(tool) {
    const schema = inputSchema(tool);
    if (!schema || schema.type === 'object') return;
    const { type } = schema;
    const seen = type === undefined ? 'has no "type"' : `has type ${quoteOrKind(type)}`;
    yield {
      at: '/inputSchema/type',
      message: `the root of inputSchema ${seen}, must be "object"; SDK clients then lose all tools of this adapter`,
      fix: cure(schema) ?? undefined,
    };
  },
};

function cure(schema: JsonObject): string | null {
  const keys = Object.keys(schema);
  if (keys.includes('_def') || keys.includes('_zod') || keys.includes('~standard'))
    return 'this is a zod object written out as JSON: convert it first, with z.toJSONSchema() or zod-to-json-schema';
  if (schema.type === 'string' && keys.every((key) => key === 'type' || key === '$schema'))
    return 'two versions of zod are mixed, so the conversion saw no object: use one, in the adapter and in its SDK';
  const isMap = keys.length > 0 && keys.every((key) => isObject(schema[key]) && !KEYWORDS.includes(key));
  return isMap ? 'these are bare parameters: wrap them as {"type": "object", "properties": {…}}' : null;
}
