import { plural, some } from '../../model/text.ts';
import { inputSchema } from '../../model/tool.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';

const withSchema = (inputSchema: unknown) => ({ tools: [sampleTool({ inputSchema })] });
const STATES = ['additionalProperties', 'unevaluatedProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'patternProperties'];

export const openObject: SessionRule = {
  id: 'design/open-object',
  on: 'session',
  severity: 'info',
  strict: 'warning',
  why: 'A misspelt argument is silently left out where the schema does not say whether unknown ones are allowed.',
  fix: 'write "additionalProperties": false at the root of each inputSchema (true where any argument is welcome)',
  examples: {
    good: [
      withSchema({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }),
      withSchema({ type: 'object', additionalProperties: { type: 'string' } }),
      withSchema({ type: 'object', properties: { a: { type: 'string' } }, unevaluatedProperties: false }),
    ],
    bad: [withSchema({ type: 'object', properties: { a: { type: 'string' } } })],
  },
  *check(evidence) {
    const open = evidence.tools.filter((tool) => {
      const schema = inputSchema(tool);
      return schema && !STATES.some((keyword) => keyword in schema);
    });
    if (!open.length) return;
    const message = `${plural(open.length, 'tool')} ${open.length === 1 ? 'does' : 'do'} not say whether unknown arguments are allowed: `;
    yield { message: message + some(open.map(({ name }) => name)), count: open.length };
  },
};
