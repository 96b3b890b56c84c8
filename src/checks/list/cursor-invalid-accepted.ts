import { type Exchange, errorCode, resultOf } from '../../model/exchange.ts';
import { CODES } from '../../model/protocol.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed } from '../sample.ts';

const asked = (answer: Exchange, nextCursor?: string) => ({
  lists: {
    tools: {
      method: 'tools/list',
      exchanges: [answered('tools/list', { tools: [], ...(nextCursor ? { nextCursor } : {}) }), answered('tools/list', { tools: [] })],
      items: [],
      stopped: null,
      cursor: null,
    },
  },
  probes: { 'invalid-cursor': [answer] },
});

export const cursorInvalidAccepted: SessionRule = {
  id: 'list/cursor-invalid-accepted',
  on: 'session',
  severity: 'warning',
  clause: '2026-07-28 server/utilities/pagination: an invalid cursor SHOULD be answered with -32602',
  why: 'A client whose cursor has grown old reads a page twice, or takes part of the list for all of it.',
  fix: 'answer a cursor that you did not give out with the error -32602',
  yieldsTo: ['list/cursor-loop'],
  examples: {
    // An adapter that never gives a cursor may well ignore one.
    good: [asked(answered('tools/list', { tools: [] })), asked(failed('tools/list', -32602, 'Unknown cursor'), '2')],
    bad: [
      asked(answered('tools/list', { tools: [] }), '2'),
      asked(failed('tools/list', -32603, 'Oops'), '2'),
      asked(exchange('tools/list')),
    ],
  },
  *check({ lists, probes }) {
    const pages = lists.tools?.exchanges.some((each) => typeof resultOf(each)?.nextCursor === 'string');
    for (const probe of probes['invalid-cursor'] ?? []) {
      const code = errorCode(probe);
      if (probe.outcome === 'silent' || probe.outcome === 'gone')
        yield { message: `a cursor that tools/list never gave out ${probe.outcome === 'gone' ? 'ended the connection' : 'got no answer'}` };
      else if (pages && resultOf(probe))
        yield { message: 'a cursor that tools/list never gave out was answered with a page instead of -32602' };
      else if (pages && code !== undefined && code !== CODES.invalidParams)
        yield { message: `a cursor that tools/list never gave out was answered with ${code} instead of -32602` };
    }
  },
};
