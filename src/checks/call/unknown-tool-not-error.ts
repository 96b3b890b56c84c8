import { textsOf } from '../../model/envelope.ts';
import { errorCode, errorOf, resultOf } from '../../model/exchange.ts';
import { CODES } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed } from '../sample.ts';

const probe = (result: unknown) => ({ probes: { 'unknown-tool': [answered('tools/call', result)] } });
const refused = (code: number) => ({ probes: { 'unknown-tool': [failed('tools/call', code, 'Unknown tool')] } });

export const unknownToolNotError: SessionRule = {
  id: 'call/unknown-tool-not-error',
  on: 'session',
  severity: 'error',
  clause: '2026-07-28 server/tools: unknown tools are protocol errors (-32602)',
  why: 'An agent that mistypes a name takes what comes back for the answer of the tool it meant.',
  fix: 'look the name up first, and answer JSON-RPC error -32602 "Unknown tool: NAME" when it is not yours',
  examples: {
    good: [refused(-32602), {}, { probes: { 'unknown-tool': [exchange('tools/call')] } }],
    bad: [
      probe({ content: [{ type: 'text', text: 'sunny' }] }),
      probe({ isError: true, content: [{ type: 'text', text: 'no tool of that name' }] }),
      probe({ isError: true, content: [{ type: 'text', text: 'MCP error -32602: Tool x not found' }] }),
      probe('sunny'),
      refused(-32000),
    ],
  },
  *check({ probes }) {
    const [seen] = probes['unknown-tool'] ?? [];
    if (!seen?.answer) return;
    if (errorOf(seen)) {
      const code = errorCode(seen);
      if (code !== undefined && code !== CODES.invalidParams)
        yield { message: `a call of a tool that does not exist got JSON-RPC error ${code}, must be -32602`, severity: 'warning' };
      return;
    }
    if (!Object.hasOwn(seen.answer, 'result')) return;
    const result = resultOf(seen);
    const text = textsOf(result)[0] ?? '';
    const says = text ? ` (${quote(text, 80)})` : '';
    if (result?.isError !== true) {
      yield {
        message: `a call of a tool that does not exist got a normal result${says}; an agent takes it for the answer of the tool it meant`,
      };
      return;
    }
    // The official TypeScript SDK 1.x turns its own error into such a result: nothing an author who uses it can change.
    const bySdk = /^MCP error -32602: Tool .* not found/.test(text.slice(0, 300));
    yield {
      message: `a call of a tool that does not exist got a result with isError${says}, must be JSON-RPC error -32602${bySdk ? ' (the TypeScript SDK 1.x does so by itself)' : ''}`,
      severity: bySdk ? 'info' : 'warning',
    };
  },
};
