import { readBytes, textsOf } from '../../model/envelope.ts';
import { member, tokensOf } from '../../model/json.ts';
import { grouped, size } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';

/** Claude Code's limits on one tool result, in tokens and characters (limits of hosts, "tool result"). */
export const REFUSED = 25_000;
const WARNED = 10_000;
const MAX_RAISED = 500_000;
const GATEWAY = 1_000_000;

const text = (bytes: number) => ({ content: [{ type: 'text', text: 'one row; '.repeat(bytes / 9) }] });

export const tooLarge: CallRule = {
  id: 'result/too-large',
  on: 'call',
  severity: 'warning',
  why: 'Hosts cut or refuse a large result, and what passes crowds out the rest of the conversation.',
  fix: 'take a limit, answer that many with count and truncated: true, or write a file and answer its reference',
  yieldsTo: ['result/base64-in-text'],
  examples: {
    good: [
      { result: text(36_000) },
      { tool: { _meta: { 'anthropic/maxResultSizeChars': 400_000 } }, result: text(224_001) },
      { result: { content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(400_000) }] } },
    ],
    bad: [
      { result: text(224_001) },
      { result: text(54_000) },
      { tool: { _meta: { 'anthropic/maxResultSizeChars': 100_000 } }, result: text(224_001) },
      { result: { content: [], structuredContent: { rows: Array.from({ length: 9_000 }, (_, id) => ({ id, name: 'row' })) } } },
    ],
  },
  *check(call, { evidence }) {
    const result = completeResult(call, evidence);
    if (!result) return;
    const texts = textsOf(result);
    const bytes = readBytes(result);
    const tokens = tokensOf(bytes);
    const raised = member(member(call.tool?.raw, '_meta'), 'anthropic/maxResultSizeChars');
    const allowed = typeof raised === 'number' ? Math.min(raised, MAX_RAISED) : 0;
    if (tokens <= WARNED || (allowed && texts.reduce((sum, each) => sum + each.length, 0) <= allowed)) return;
    const limit = allowed
      ? `more than the ${grouped(allowed)} characters that Claude Code takes for this tool`
      : tokens > REFUSED
        ? `Claude Code refuses more than ${grouped(REFUSED)}`
        : `Claude Code warns above ${grouped(WARNED)}`;
    const gateway = bytes > GATEWAY ? ', some gateways more than 1 MB' : '';
    yield {
      message: `the result is ${size(bytes)} of text (about ${grouped(Math.round(tokens / 1000) * 1000)} tokens); ${limit}${gateway}`,
      ...(tokens > REFUSED || allowed ? {} : { severity: 'info' as const }),
    };
  },
};
