import type { Exchange } from '../../model/exchange.ts';
import { isObject, kindOf, member } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, frameIn } from '../sample.ts';
import { allExchanges } from './conversation.ts';

const without = (answer: Record<string, unknown>) => exchange('tools/list', { outcome: 'answered', answer });

export const versionMember: SessionRule = {
  id: 'jsonrpc/version-member',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/index: all messages MUST follow JSON-RPC 2.0 (every message carries jsonrpc: "2.0")',
  why: 'SDK clients drop a message without jsonrpc: "2.0" and wait for the answer until their time-out.',
  fix: 'put "jsonrpc": "2.0", the text, into every message',
  examples: {
    good: [{ exchanges: [answered('tools/list', { tools: [], jsonrpc: 2 })] }, { exchanges: [exchange('tools/list')] }],
    bad: [
      { exchanges: [without({ id: 1, result: { tools: [] } })] },
      { exchanges: [without({ jsonrpc: 2.0, id: 1, result: { tools: [] } })] },
      { unsolicited: [frameIn({ jsonrpc: '1.0', method: 'notifications/message' })] },
      { exchanges: [answered('tools/call', { content: [] }, { notifications: [{ method: 'notifications/progress', params: {} }] })] },
    ],
  },
  *check(evidence) {
    for (const each of allExchanges(evidence)) {
      // An answer to a notification has no business being there at all.
      if (each.answer && !isNotification(each)) yield* judge(each.answer, quote(each.method), 'the answer');
      for (const message of each.notifications) yield* judge(message, named(message));
    }
    for (const { message } of evidence.unsolicited) if (isObject(message)) yield* judge(message, named(message));
  },
};

function* judge(message: unknown, subject: string, what = 'this message') {
  const version = member(message, 'jsonrpc');
  if (version === '2.0') return;
  const found = version === undefined ? 'has no "jsonrpc" member' : `says "jsonrpc": ${shown(version)}`;
  yield { subject, message: `${what} ${found}; SDK clients drop a message without "jsonrpc": "2.0" and wait until their time-out` };
}

function shown(version: unknown): string {
  return typeof version === 'string' ? quote(version, 20) : typeof version === 'number' ? `the number ${version}` : kindOf(version);
}

function named(message: unknown): string {
  const method = member(message, 'method');
  return typeof method === 'string' ? quote(method, 60) : 'a response that answers nothing';
}

function isNotification({ sent }: Exchange): boolean {
  return sent !== null && !('id' in sent);
}
