import { kindOf } from '../../model/json.ts';
import { quote, shorten, some } from '../../model/text.ts';
import type { CallRule } from '../rule.ts';
import { misfits } from './expected.ts';

const fields = { inputSchema: { type: 'object', properties: { fields: { type: 'object' } } } };
const tags = { inputSchema: { type: 'object', properties: { by: { anyOf: [{ type: 'array' }, { type: 'null' }] } } } };

export const stringifiedObject: CallRule = {
  id: 'args/stringified-object',
  on: 'call',
  severity: 'error',
  why: 'Some models and clients send a nested object or list as a JSON text, and an adapter that follows its schema refuses the call.',
  fix: 'send the object itself, not its JSON text; an adapter does well to parse a text that came for an object or array parameter',
  examples: {
    good: [
      { tool: fields, arguments: { fields: { a: 1 } } },
      { tool: { inputSchema: { type: 'object', properties: { body: { type: 'string' } } } }, arguments: { body: '{"a":1}' } },
      { tool: { inputSchema: { type: 'object', properties: { body: { type: ['object', 'string'] } } } }, arguments: { body: '{"a":1}' } },
      { tool: fields, arguments: { fields: 'not JSON' } },
    ],
    bad: [
      { tool: fields, arguments: { fields: '{"a":1}' } },
      { tool: tags, arguments: { by: '["a"]' } },
    ],
  },
  *check(call, context) {
    for (const { name, place, sent, types } of misfits(call, context)) {
      const wanted: string[] = types.filter((type) => type === 'object' || type === 'array');
      if (typeof sent !== 'string' || types.includes('string') || !wanted.includes(kindInText(sent))) continue;
      yield {
        at: place,
        subject: `argument ${quote(name)}`,
        message: `is a text that holds JSON, and the schema wants ${some(wanted.map((type) => `an ${type}`))}; the caller (model or client) stringified it`,
        fix: `send ${quote(name)} as ${shorten(sent, 200)}, not as its text; an adapter does well to parse a text that came for an object or array parameter`,
      };
    }
  },
};

/** `object` or `array` when the text is the JSON of one. */
function kindInText(text: string): string {
  if (!/^\s*[[{]/.test(text.slice(0, 100))) return '';
  try {
    return kindOf(JSON.parse(text));
  } catch {
    return '';
  }
}
