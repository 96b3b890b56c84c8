import { textsOf } from '../../model/envelope.ts';
import type { CallRecord } from '../../model/evidence.ts';
import { errorCode, errorMessage, errorOf, resultOf } from '../../model/exchange.ts';
import { CODES } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { CallRule } from '../rule.ts';

export const listedToolUnknown: CallRule = {
  id: 'call/listed-tool-unknown',
  on: 'call',
  severity: 'error',
  clause: '2026-07-28 server/tools: tools that are listed can be called',
  why: 'Agents see the tool, call it, and every call fails.',
  fix: 'look tools up under the very names that tools/list answers (prefixes, case, aliases), or take the tool off the list',
  examples: {
    good: [
      { error: { code: -32602, message: 'order not found' } },
      { error: { code: -32000, message: 'machine tool 7 is not there' } },
      { result: { isError: true, content: [{ type: 'text', text: 'no such order' }] } },
      { result: { isError: true, content: [{ type: 'text', text: 'Tool not found' }] } },
    ],
    bad: [
      { error: { code: -32602, message: 'Unknown tool: find_order' } },
      { error: { code: -32601, message: 'Method not found' } },
      { result: { isError: true, content: [{ type: 'text', text: 'MCP error -32602: Tool find_order not found' }] } },
    ],
  },
  *check(call) {
    if (!call.tool || !deniesTool(call)) return;
    const text = errorMessage(call.exchange) || (textsOf(resultOf(call.exchange))[0] ?? '');
    yield { message: `tools/list declares this tool, but tools/call does not know it (${quote(text, 80)}), so no agent can use it` };
  },
};

/** True when the adapter answers that it has no such tool, or no tools/call. */
export function deniesTool(call: CallRecord): boolean {
  if (errorOf(call.exchange)) {
    const code = errorCode(call.exchange);
    return code === CODES.methodNotFound || (code === CODES.invalidParams && denies(errorMessage(call.exchange), call.name));
  }
  // An adapter about real tools may say "tool not found" of one of those.
  const result = resultOf(call.exchange);
  const text = (textsOf(result)[0] ?? '').slice(0, 400).replace(/^MCP error -\d+: /, '');
  return result?.isError === true && text.includes(call.name) && denies(text, call.name);
}

/** The sentences of the SDKs and of most hand-written dispatchers, with the name of the tool in them. */
function denies(text: string, name: string): boolean {
  const said = text.slice(0, 400).toLowerCase();
  const bare = said
    .replaceAll(name.toLowerCase(), '')
    .replace(/["'`:]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return (
    /^(error )?(unknown|no such|unrecognized|invalid|unsupported) tool( name)?\.?$/.test(bare) ||
    /^(error )?tool( name)? (is )?(not found|unknown|does not exist|not registered|not supported|not implemented)\.?$/.test(bare)
  );
}
