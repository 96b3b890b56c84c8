import { type Exchange, errorCode, errorOf } from '../../model/exchange.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed } from '../sample.ts';
import { isServed } from './conversation.ts';

const KINDS = { 'zero-id': 'the number 0', 'string-id': 'a text' } as const;

export const idUnsupported: SessionRule = {
  id: 'jsonrpc/id-unsupported',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/index: requests MUST include a string or integer ID',
  why: 'Some clients count from 0 and some use texts as ids; a request that is taken for a notification is never answered.',
  fix: 'look whether the message has an "id" at all, not whether the id is true or a number',
  yieldsTo: ['lifecycle/crash-on-input', 'lifecycle/stdin-shared'],
  examples: {
    good: [
      { probes: { 'zero-id': [answered('tools/list', { tools: [] })], 'string-id': [answered('tools/list', { tools: [] })] } },
      // Refused for another reason than its id: the same request with a number fails alike.
      { probes: { 'string-id': [failed('tools/list', -32603, 'down')] }, exchanges: [failed('tools/list', -32603, 'down')], lists: {} },
      { probes: { 'zero-id': [exchange('tools/list')] }, exchanges: [exchange('tools/list')], lists: {} },
    ],
    bad: [
      { probes: { 'zero-id': [exchange('tools/list')] } },
      { probes: { 'string-id': [failed('tools/list', -32600, 'id must be a number')] } },
    ],
  },
  *check(evidence) {
    for (const kind of ['zero-id', 'string-id'] as const) {
      for (const each of evidence.probes[kind] ?? []) {
        if (!fails(each) || !isServed(evidence, each.method)) continue;
        const what = each.outcome === 'silent' ? 'got no answer' : `was refused (${errorCode(each) ?? 'without a code'})`;
        yield {
          subject: `a request whose id is ${KINDS[kind]}`,
          message: `it ${what}, although ${quote(each.method)} with another id is answered; clients with such ids wait until their time-out`,
        };
      }
    }
  },
};

function fails(each: Exchange): boolean {
  return each.outcome === 'silent' || errorOf(each) !== undefined;
}
