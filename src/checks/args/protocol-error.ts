import { errorCode } from '../../model/exchange.ts';
import { CODES } from '../../model/protocol.ts';
import type { CallRule } from '../rule.ts';
import { problemsOf } from './expected.ts';

const find = { inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } };
const invalid = { code: -32602, message: 'Invalid arguments: id is required' };

export const protocolError: CallRule = {
  id: 'args/protocol-error',
  on: 'call',
  severity: 'warning',
  since: '2025-11-25',
  clause: '2026-07-28 server/tools: input validation errors are tool execution errors (2025-06-18 and before: protocol errors)',
  why: 'Hosts show a JSON-RPC error to nobody or to the user, so the model cannot correct its arguments and try again.',
  fix: 'answer isError: true and a text that says which argument is wrong and what it should be',
  examples: {
    good: [
      { tool: find, arguments: {}, result: { isError: true, content: [{ type: 'text', text: 'id is required' }] } },
      { tool: find, arguments: {}, error: invalid, evidence: { revision: '2025-06-18' } },
      { tool: find, arguments: { id: 'A-1' }, error: invalid },
    ],
    bad: [
      { tool: find, arguments: {}, error: invalid },
      { tool: find, arguments: {}, error: invalid, probe: { kind: 'missing', argument: 'id' } },
    ],
  },
  *check(call, context) {
    const code = errorCode(call.exchange);
    if (code !== CODES.invalidParams || !problemsOf(call, context)?.length) return;
    yield { message: 'arguments that break the schema are answered with JSON-RPC error -32602, which the model never sees' };
  },
};
