import type { Evidence } from '../../model/evidence.ts';
import { metaOf } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import type { SessionRule } from '../rule.ts';
import { frameIn, sampleCall } from '../sample.ts';
import { progressOf } from './progress-invalid.ts';

const request = (progressToken: string): JsonObject => ({
  jsonrpc: '2.0',
  id: 3,
  method: 'tools/call',
  params: { name: 'find_order', _meta: { progressToken } },
});
const call = sampleCall({ exchange: { sent: request('p1') } });
const late = (progressToken: string) =>
  frameIn({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 9 } });

export const progressUnasked: SessionRule = {
  id: 'call/progress-unasked',
  on: 'session',
  severity: 'error',
  clause: '2026-07-28 basic/utilities/progress: the token MUST be one of an active request, and progress MUST stop after completion',
  why: 'A report that belongs to no call under way reaches nobody, and some clients log each as a protocol error.',
  fix: 'repeat the progressToken of the request as it came, and end the timer or callback that reports progress before the result is sent',
  examples: {
    good: [
      { calls: [call] },
      {
        calls: [call],
        unsolicited: [frameIn({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'done' } })],
      },
    ],
    bad: [
      { calls: [call], unsolicited: [late('p1')] },
      { calls: [call], unsolicited: [late('other')] },
    ],
  },
  *check(evidence) {
    for (const { message, tool, phase } of evidence.unsolicited) {
      const [report] = isObject(message) ? progressOf([message]) : [];
      // What our own probes set off is not judged.
      if (!report || phase === 'probe') continue;
      const owner = ownerOf(report.progressToken, evidence);
      if (owner !== undefined) yield { tool: owner, message: 'progress was reported after the result' };
      else yield { ...(tool ? { tool } : {}), message: 'progress was reported with a token that no call carried' };
    }
  },
};

/** The tool whose call carried this progress token. */
function ownerOf(token: unknown, { calls }: Evidence): string | undefined {
  if (token === undefined) return undefined;
  return calls.find(({ exchange }) => metaOf(exchange, 'progressToken') === token)?.name;
}
