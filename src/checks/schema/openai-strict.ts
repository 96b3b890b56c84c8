import { isObject, type JsonObject } from '../../model/json.ts';
import { plural, quote, some } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import { limitsOn } from '../limits/index.ts';
import { exceeds } from '../limits/limits.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';
import { inputParts } from './parts.ts';

const REFUSED = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
];

const declared = (schema: JsonObject) => ({ tools: [sampleTool({ inputSchema: { type: 'object', ...schema } })] });

export const openaiStrict: SessionRule = {
  id: 'schema/openai-strict',
  on: 'session',
  severity: 'info',
  why: 'In strict mode OpenAI refuses a tool whose objects are open or have optional parameters, and some keywords.',
  fix: 'write "additionalProperties": false on every object and list every property in "required", with null as a type where it is optional',
  examples: {
    good: [
      { tools: [] },
      declared({
        properties: { url: { type: 'string' }, max: { type: ['integer', 'null'] } },
        required: ['url', 'max'],
        additionalProperties: false,
      }),
    ],
    bad: [
      declared({ properties: {} }),
      declared({ properties: { url: { type: 'string', format: 'uri' } }, required: ['url'], additionalProperties: false }),
      declared({ properties: { url: { type: 'string' } }, required: [], additionalProperties: false }),
    ],
  },
  *check({ tools }, { profiles }) {
    const unfit = tools.map((tool) => ({ tool, faults: faultsOf(tool) })).filter(({ faults }) => faults.length);
    if (unfit.length === 0) return;
    if (profiles.has('openai-strict')) {
      for (const { tool, faults } of unfit)
        yield {
          tool: tool.name,
          at: '/inputSchema',
          message: `cannot run in OpenAI strict mode: ${faults.join('; ')}`,
          refusedBy: ['openai-strict'],
        };
      return;
    }
    yield {
      message: `${unfit.length} of ${plural(tools.length, 'tool')} cannot run in OpenAI strict mode, which wants closed objects and every parameter required (--profile openai-strict says where)`,
      count: unfit.length,
    };
  },
};

function faultsOf(tool: ToolDeclaration): string[] {
  const parts = inputParts(tool);
  const objects = parts.filter(({ schema }) => schema.type === 'object' || isObject(schema.properties));
  const open = objects.filter(({ schema }) => schema.additionalProperties !== false).length;
  const optional = objects.flatMap(({ schema }) => optionalOf(schema));
  const keywords = [...new Set(parts.flatMap(({ schema }) => REFUSED.filter((keyword) => Object.hasOwn(schema, keyword))))];
  const formats = [
    ...new Set(parts.flatMap(({ schema }) => (refusesFormat(schema.format) ? [`format ${quote(String(schema.format), 30)}`] : []))),
  ];
  const depth = objects.reduce((most, part) => Math.max(most, part.depth), 0);
  return [
    ...(open ? [`additionalProperties is not false${open > 1 ? ` (${open} objects)` : ''}`] : []),
    ...(optional.length ? [`${some(optional.map((name) => quote(name, 40)))} ${optional.length > 1 ? 'are' : 'is'} not required`] : []),
    ...(formats.length ? [some(formats)] : []),
    ...(keywords.length ? [some(keywords)] : []),
    ...beyond('schema-depth', depth, 'levels deep'),
    ...beyond('property-count', parts.filter(({ property }) => property !== null).length, 'properties'),
    ...beyond(
      'enum-count',
      parts.reduce((sum, { schema }) => sum + (Array.isArray(schema.enum) ? schema.enum.length : 0), 0),
      'enum values',
    ),
  ];
}

function optionalOf({ properties, required }: JsonObject): string[] {
  if (!isObject(properties)) return [];
  const names = new Set<unknown>(Array.isArray(required) ? required : []);
  return Object.keys(properties).filter((name) => !names.has(name));
}

function refusesFormat(format: unknown): boolean {
  return typeof format === 'string' && limitsOn('format').some((limit) => limit.who === 'openai-strict' && exceeds(limit, format));
}

function beyond(what: string, value: number, words: string): string[] {
  return limitsOn(what)
    .filter((limit) => limit.who === 'openai-strict' && exceeds(limit, value))
    .map((limit) => `${value} ${words} (at most ${limit.max})`);
}
