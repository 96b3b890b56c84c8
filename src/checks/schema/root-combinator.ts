import { pointer } from '../../model/json.ts';
import { some } from '../../model/text.ts';
import { inputSchema } from '../../model/tool.ts';
import { refusers } from '../limits/index.ts';
import { hostNames } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';

/** What the model APIs call each, by keyword. */
const KEYWORDS = {
  anyOf: 'root-combinator',
  oneOf: 'root-combinator',
  allOf: 'root-combinator',
  enum: 'root-enum-not',
  not: 'root-enum-not',
};

export const rootCombinator: ToolRule = {
  id: 'schema/root-combinator',
  on: 'tool',
  severity: 'warning',
  why: 'Anthropic and OpenAI refuse a request whose tool has anyOf, oneOf or allOf at the root of its schema, so every tool in it is lost.',
  fix: 'write one flat object, say the either/or in the descriptions and check it in the handler; nested combinators are fine',
  examples: {
    good: [
      {
        inputSchema: {
          type: 'object',
          properties: { by: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, anyOf: { type: 'string' } },
        },
      },
      { inputSchema: { type: 'object', properties: {}, if: { required: ['a'] }, else: { required: ['b'] } } },
    ],
    bad: [
      { inputSchema: { type: 'object', properties: { url: { type: 'string' } }, anyOf: [{ required: ['url'] }] } },
      { inputSchema: { type: 'object', properties: {}, not: { required: ['a'] } } },
    ],
  },
  *check(tool) {
    const schema = inputSchema(tool) ?? {};
    for (const [keyword, what] of Object.entries(KEYWORDS)) {
      if (!Object.hasOwn(schema, keyword)) continue;
      const refusedBy = refusers(what);
      const message = `at the root of the schema; ${some(hostNames(refusedBy))} refuse${refusedBy.length === 1 ? 's' : ''} the whole request`;
      yield { at: pointer('inputSchema', keyword), subject: keyword, message, refusedBy };
    }
  },
};
