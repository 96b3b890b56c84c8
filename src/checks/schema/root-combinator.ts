import { pointer } from '../../model/json.ts';
import { inputSchema } from '../../model/tool.ts';
import { refusers } from '../limits/index.ts';
import type { ToolRule } from '../rule.ts';

const KEYWORDS = ['anyOf', 'oneOf', 'allOf'];

export const rootCombinator: ToolRule = {
  id: 'schema/root-combinator',
  on: 'tool',
  severity: 'warning',
  why: 'Anthropic and OpenAI refuse a request whose tool has anyOf, oneOf or allOf at the root of its schema, so every tool in it is lost.',
  fix: 'write one flat object, say the either/or in the descriptions and check it in the handler; nested combinators are fine',
  examples: {
    good: [{ inputSchema: { type: 'object', properties: { by: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } } }],
    bad: [{ inputSchema: { type: 'object', properties: { url: { type: 'string' } }, anyOf: [{ required: ['url'] }] } }],
  },
  *check(tool) {
    const schema = inputSchema(tool) ?? {};
    for (const keyword of KEYWORDS.filter((each) => each in schema)) {
      yield {
        at: pointer('inputSchema', keyword),
        subject: keyword,
        message: 'at the root of the schema; Anthropic and OpenAI refuse the whole request',
        refusedBy: refusers('root-combinator'),
      };
    }
  },
};
