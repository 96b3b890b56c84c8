import { isObject, member } from '../../model/json.ts';
import { plural, quote, some } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import { dialectOf } from '../../schema/dialect.ts';
import type { Hit, SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';
import { oldBounds } from './old-bounds.ts';
import { partsOf, place, SIDES } from './parts.ts';

/** What stands for a keyword of draft-07 since 2019-09. */
const REPLACED = { definitions: '$defs', dependencies: 'dependentRequired or dependentSchemas' };

const DRAFT_07 = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
const declaring = (...schemas: unknown[]) => ({
  tools: schemas.map((inputSchema, index) => sampleTool({ name: `t${index}`, inputSchema }, index)),
});

export const dialect: SessionRule = {
  id: 'schema/dialect',
  on: 'session',
  severity: 'info',
  clause: '2026-07-28 basic/index, "JSON Schema": 2020-12 is the default dialect and MUST be supported',
  why: 'Validators without the older dialect fail, and read by 2020-12 some of its keywords mean nothing or are invalid.',
  fix: 'have the generator write 2020-12 (zod: z.toJSONSchema(); zod-to-json-schema: target "jsonSchema2020-12"), or leave $schema out',
  examples: {
    good: [
      declaring({ type: 'object', properties: { n: { exclusiveMinimum: 0 }, $schema: { type: 'string' } } }),
      declaring({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties: { exclusiveMinimum: true } }),
    ],
    bad: [
      declaring(DRAFT_07, DRAFT_07),
      declaring({ ...DRAFT_07, properties: { n: { type: 'integer', minimum: 0, exclusiveMinimum: true } } }),
      declaring({ type: 'object', properties: { n: { type: 'integer', maximum: 9, exclusiveMaximum: false } } }),
      declaring({ type: 'object', properties: { a: {}, b: {} }, dependencies: { a: ['b'] } }),
    ],
  },
  *check({ tools }) {
    const invalid = new Set<ToolDeclaration>();
    for (const tool of tools) {
      const hits = [...outdated(tool)];
      if (hits.length) invalid.add(tool);
      yield* hits;
    }
    yield* older(tools.filter((tool) => !invalid.has(tool)));
    yield* undeclared(tools);
  },
};

/** What makes a schema invalid, whatever dialect of ours it declares. */
function* outdated(tool: ToolDeclaration): Iterable<Hit> {
  const uri = member(member(tool.raw, 'inputSchema'), '$schema') ?? member(member(tool.raw, 'outputSchema'), '$schema');
  const declared = typeof uri === 'string' ? ` (declared: ${quote(uri, 60)})` : '';
  for (const { at, keyword, value } of oldBounds(tool))
    yield {
      tool: tool.name,
      at,
      subject: place(at),
      severity: 'error',
      message: `"${keyword}": ${value} is draft-04; in every later dialect it is a number, so the schema is invalid${declared} and model APIs refuse the request`,
      fix: `write the bound itself: "${keyword}": 0 instead of "${keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'}": 0 with true`,
    };
}

function* older(tools: readonly ToolDeclaration[]): Iterable<Hit> {
  const byDialect = new Map<string, ToolDeclaration[]>();
  for (const tool of tools) {
    const declared = SIDES.map((side) => dialectOf(member(tool.raw, side))).find((each) => each !== null && each !== '2020-12');
    if (declared) byDialect.set(declared, [...(byDialect.get(declared) ?? []), tool]);
  }
  for (const [declared, group] of byDialect)
    yield {
      message: `${plural(group.length, 'tool')} (${names(group)}) ${group.length === 1 ? 'declares' : 'declare'} ${declared} by "$schema"; MCP's default is 2020-12, and validators without ${declared} fail`,
      count: group.length,
    };
}

/** Keywords of draft-07 in schemas that are read as 2020-12. */
function* undeclared(tools: readonly ToolDeclaration[]): Iterable<Hit> {
  for (const [keyword, now] of Object.entries(REPLACED)) {
    const using = tools.filter((tool) =>
      SIDES.some(
        (side) =>
          dialectOf(member(tool.raw, side)) === '2020-12' && partsOf(tool, side).some(({ schema }) => isObject(member(schema, keyword))),
      ),
    );
    if (using.length)
      yield {
        message: `${plural(using.length, 'tool')} (${names(using)}) ${using.length === 1 ? 'uses' : 'use'} "${keyword}", a keyword of draft-07 that means nothing in 2020-12 (${now} now)`,
        fix: `write ${now} instead of "${keyword}"`,
        count: using.length,
      };
  }
}

function names(tools: readonly ToolDeclaration[]): string {
  return some(
    tools.map((tool) => place(tool.name)),
    3,
  );
}
