import type { Exchange } from '../../model/exchange.ts';
import { quote, size } from '../../model/text.ts';
import { ordinaryExchanges } from '../jsonrpc/conversation.ts';
import type { SessionRule } from '../rule.ts';
import { answered, sampleEvidence } from '../sample.ts';

/** What a pipe holds on Linux; on Windows it is 4 KiB. */
const PIPE_BYTES = 64 * 1024;
const logging = (method: string, stderrBytes: number, tool: string | null = null) => answered(method, {}, { stderrBytes, tool });
const { handshake } = sampleEvidence();

export const stderrFlood: SessionRule = {
  id: 'stdio/stderr-flood',
  on: 'session',
  severity: 'warning',
  transports: ['stdio'],
  why: 'A client that does not read stderr leaves the pipe full after 64 KiB (4 KiB on Windows), and the adapter hangs in its next log line.',
  fix: 'log less: no whole arguments or results, and a level that can be set; or log to a file',
  examples: {
    good: [{ exchanges: [logging('tools/list', 60_000), logging('tools/call', 60_000, 'a')] }],
    bad: [
      { exchanges: [logging('tools/call', 90 * 1024, 'verbose')] },
      { handshake: { ...handshake, initialize: logging('initialize', 80_000) } },
    ],
  },
  *check(evidence) {
    const most = new Map<string, Exchange>();
    for (const each of ordinaryExchanges(evidence)) {
      const key = each.tool ?? each.method;
      if (each.stderrBytes > PIPE_BYTES && each.stderrBytes > (most.get(key)?.stderrBytes ?? 0)) most.set(key, each);
    }
    for (const { method, outcome, stderrBytes, tool } of most.values()) {
      const who = tool === null ? 'the adapter' : `tool ${quote(tool)}`;
      const until =
        outcome !== 'answered' ? 'and gave no answer' : tool === null ? `before it answered ${quote(method)}` : 'before it answered';
      yield {
        tool,
        message: `${who} wrote ${size(stderrBytes)} to stderr ${until}; with clients that do not read stderr it hangs at 64 KiB`,
      };
    }
  },
};
