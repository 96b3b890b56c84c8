import type { Evidence } from '../../model/evidence.ts';
import type { Severity } from '../../model/finding.ts';
import { isObject } from '../../model/json.ts';
import { quote, size } from '../../model/text.ts';
import { ordinaryExchanges } from '../jsonrpc/conversation.ts';
import { limitsOn } from '../limits/index.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, frameIn, sampleNoise } from '../sample.ts';

const MIB = 1024 * 1024;
const long = (method: string, bytes: number, tool: string | null = null) => answered(method, {}, { bytes, tool });

export const lineTooLong: SessionRule = {
  id: 'stdio/line-too-long',
  on: 'session',
  severity: 'warning',
  transports: ['stdio'],
  why: 'Clients read lines up to a limit and close the whole connection beyond it.',
  fix: 'page or shorten the answer, or return a resource link instead of the content',
  examples: {
    good: [{ exchanges: [long('tools/list', 64 * 1024)] }, { exchanges: [exchange('tools/list')] }],
    bad: [
      { exchanges: [long('tools/list', 70_000)] },
      { exchanges: [long('tools/call', 9 * MIB, 'snapshot')] },
      { noise: [sampleNoise({ kind: 'too-long', line: 4, bytes: 17 * MIB, tool: 'snapshot', phase: 'call' })] },
      { unsolicited: [frameIn({ jsonrpc: '2.0', method: 'notifications/message' }, { bytes: 2 * MIB, line: 5 })] },
    ],
  },
  *check(evidence) {
    const limits = [...new Set(limitsOn('line-bytes').map((each) => each.max ?? 0))]
      .sort((a, b) => a - b)
      .map((each) => size(each).replace('.0 ', ' '));
    const readers = `known readers stop at ${limits.slice(0, -1).join(', ')} or ${limits.at(-1)}`;
    for (const { bytes, line, tool, what } of longest(evidence)) {
      yield {
        tool,
        at: line === null ? null : `stdout:${line}`,
        severity: weight(bytes),
        message: `${what} is one line of ${size(bytes)}; ${readers}`,
      };
    }
  },
};

function weight(bytes: number): Severity {
  return bytes > 8 * MIB ? 'error' : bytes > MIB ? 'warning' : 'info';
}

interface LongLine {
  what: string;
  bytes: number;
  line: number | null;
  tool: string | null;
}

/** The longest line of each tool and method above 64 KiB. */
function longest(evidence: Evidence): LongLine[] {
  const lines: LongLine[] = [
    ...ordinaryExchanges(evidence).map(({ bytes, line, method, tool }) => ({
      what: `the answer of ${quote(tool ?? method)}`,
      bytes,
      line,
      tool,
    })),
    ...evidence.noise
      .filter((each) => each.kind === 'too-long')
      .map(({ bytes, line, tool }) => ({ what: tool ? `the answer of ${quote(tool)}` : 'something on stdout', bytes, line, tool })),
    ...evidence.unsolicited.map(({ bytes, line, message, tool }) => ({ what: nameOf(message), bytes, line: line ?? null, tool })),
  ];
  const found = new Map<string, LongLine>();
  for (const each of lines) if (each.bytes > 64 * 1024 && each.bytes > (found.get(each.what)?.bytes ?? 0)) found.set(each.what, each);
  return [...found.values()];
}

function nameOf(message: unknown): string {
  return isObject(message) && typeof message.method === 'string'
    ? `the message ${quote(message.method, 60)}`
    : 'a message nobody asked for';
}
