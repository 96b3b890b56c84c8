import { errorCode, errorMessage } from '../../model/exchange.ts';
import { CODES } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import { problemsOf } from '../args/expected.ts';
import { deniesTool } from '../call/listed-tool-unknown.ts';
import type { CallRule } from '../rule.ts';

const error = { code: -32000, message: 'ERP timed out' };
const URL_ELICITATION_REQUIRED = -32042;

/** Codes that stand for the protocol, not for what the tool does. */
const PROTOCOL_CODES: readonly (number | undefined)[] = [
  CODES.parse,
  CODES.invalidRequest,
  CODES.headerMismatch,
  CODES.missingCapability,
  CODES.unsupportedVersion,
  URL_ELICITATION_REQUIRED,
];

export const protocolErrorForToolFailure: CallRule = {
  id: 'result/protocol-error-for-tool-failure',
  on: 'call',
  severity: 'warning',
  clause: '2026-07-28 server/tools: tool execution errors are reported in results with isError: true',
  why: 'Hosts keep JSON-RPC errors from the model, so it cannot react to the failure or tell the user why.',
  fix: 'for failures of the tool itself return {isError: true, content: [{type: "text", text: what went wrong}]}; JSON-RPC errors are for unknown tools and malformed requests',
  examples: {
    good: [
      { result: { isError: true, content: [{ type: 'text', text: 'ERP timed out' }] } },
      { error: { code: -32602, message: 'id is required' }, tool: { inputSchema: { type: 'object', required: ['id'] } } },
      { error: { code: -32602, message: 'no order 7' }, evidence: { revision: '2025-06-18' } },
      { error: { code: -32021, message: 'needs elicitation' }, evidence: { revision: '2026-07-28' } },
      { error: { code: -32042, message: 'sign in first' } },
    ],
    bad: [{ error }, { error: { code: -32603, message: 'Internal error' } }, { error: { code: -32602, message: 'no order 7' } }],
  },
  *check(call, context) {
    const code = errorCode(call.exchange);
    // An error without a number as code is no JSON-RPC error, which has a rule of its own.
    if (code === undefined || call.probe || !call.tool || PROTOCOL_CODES.includes(code) || deniesTool(call)) return;
    // What stands between us and the tool: authorization, sessions, rate limits.
    const status = call.exchange.http?.status ?? 200;
    if (status >= 400 && status < 500 && status !== 422) return;
    // Wrong arguments are judged by args/*; up to 2025-06-18 a protocol error is the right answer to them.
    if (code === CODES.invalidParams && (problemsOf(call, context)?.length || context.evidence.revision < '2025-11-25')) return;
    const message = errorMessage(call.exchange);
    yield {
      message: `the call failed with JSON-RPC error ${code}${message ? ` ${quote(message)}` : ''}; hosts keep it from the model, which cannot react`,
    };
  },
};
