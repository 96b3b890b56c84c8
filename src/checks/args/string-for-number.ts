import { pointer } from '../../model/json.ts';
import { quote, some } from '../../model/text.ts';
import { hasPlainSuccess, isRefused } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { misfits } from './expected.ts';

const rows = {
  inputSchema: { type: 'object', properties: { rows: { type: 'integer', minimum: 1, maximum: 100 }, q: { type: 'string' } } },
};
const refusal = { isError: true, content: [{ type: 'text', text: 'expected number, received string' }] };

export const stringForNumber: CallRule = {
  id: 'args/string-for-number',
  on: 'call',
  severity: 'warning',
  why: 'The same model sends "5" for 5 now and then, and an adapter that refuses the text loses that call.',
  fix: 'send the number or boolean itself; an adapter does well to take the exact text form too ("5", "true", "false") and to refuse any other text',
  examples: {
    good: [
      { tool: rows, arguments: { rows: 5, q: '5' } },
      { tool: { inputSchema: { type: 'object', properties: { id: { type: ['integer', 'string'] } } } }, arguments: { id: '5' } },
      { tool: rows, arguments: { rows: '5' }, probe: { kind: 'text', argument: 'rows' } },
    ],
    bad: [
      { tool: rows, arguments: { rows: '5' }, result: refusal },
      { tool: { inputSchema: { type: 'object', properties: { all: { type: 'boolean' } } } }, arguments: { all: 'true' } },
      { tool: { inputSchema: { type: 'object', properties: { size: { enum: [10, 20] } } } }, arguments: { size: '10' } },
    ],
  },
  *check(call, context) {
    if (call.probe?.kind === 'text' && isRefused(call) && hasPlainSuccess(call, context.evidence)) {
      yield {
        at: pointer('inputSchema', 'properties', call.probe.argument),
        subject: quote(call.probe.argument),
        message: 'this tool refuses a number or boolean that comes as a text, which models send now and then',
        severity: 'info',
        strict: 'info',
      };
    }
    for (const { name, place, sent, types } of misfits(call, context)) {
      const wanted = types.filter((type) => takes(type, sent));
      if (typeof sent !== 'string' || types.includes('string') || !wanted.length) continue;
      yield {
        at: place,
        subject: `argument ${quote(name)}`,
        message: `is ${quote(sent, 40)} (text), and the schema wants ${some(wanted)}`,
        fix: `send ${sent.trim()} without the quotes; an adapter does well to take the exact text form too and to refuse any other text`,
      };
    }
  },
};

/** True when the text is the exact form of a value of the type. */
function takes(type: string, sent: unknown): boolean {
  if (typeof sent !== 'string' || sent.length > 40) return false;
  if (type === 'boolean') return /^(true|false)$/i.test(sent.trim());
  if (type === 'integer') return /^[+-]?\d+$/.test(sent.trim());
  return type === 'number' && /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(sent.trim());
}
