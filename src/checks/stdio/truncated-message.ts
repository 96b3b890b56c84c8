import type { Noise } from '../../model/frame.ts';
import { grouped, quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleNoise, sampleProcess } from '../sample.ts';
import { exitText } from '../spawn/post-mortem.ts';
import { isCutMessage, placeOf } from './lines.ts';

const cut = (over: Partial<Noise>) =>
  sampleNoise({ kind: 'truncated', line: 5, endLine: 5, text: '{"jsonrpc":"2.0","id":4,"result":{', ...over });
const gone = sampleProcess({ exit: { code: 0, signal: null, ageMs: 900 } });

export const truncatedMessage: SessionRule = {
  id: 'stdio/truncated-message',
  on: 'session',
  severity: 'error',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio: messages are delimited by newlines',
  why: 'A message without its end is never delivered: the client waits, or reports only that the connection was closed.',
  fix: 'do not end the process with output pending (set process.exitCode instead of calling process.exit), and end each message with "\\n"',
  yieldsTo: ['stdio/content-length-framing', 'stdio/buffered-output'],
  examples: {
    good: [
      {},
      { noise: [cut({ text: 'bye' })], process: gone },
      // Killed by us in the middle of an answer.
      {
        noise: [cut({ phase: 'shutdown' })],
        process: sampleProcess({ ending: { by: 'SIGTERM', ms: 2010, survivors: 0, cpu: 0, lateBytes: 40 } }),
      },
    ],
    bad: [
      { noise: [cut({ bytes: 70_064, tool: 'dump', phase: 'call' })], process: gone },
      { noise: [cut({ bytes: 36, text: '{"jsonrpc":"2.0","id":4,"result":{}}' })], process: gone },
    ],
  },
  *check({ noise, process }) {
    const cuts = noise.filter(isCutMessage);
    for (const each of cuts) {
      // A signal of ours may well fall into a message.
      if (!process?.exit && (process?.ending?.by === 'SIGTERM' || process?.ending?.by === 'SIGKILL')) continue;
      const while_ = each.tool === null ? '' : ` while tool ${quote(each.tool)} ran`;
      const end = process?.exit ? `; the adapter ended ${exitText(process)}` : '';
      const bytes = grouped(each.bytes);
      yield {
        ...placeOf([each]),
        tool: each.tool,
        message: isWhole(each)
          ? `the last message on stdout has no line end (${bytes} bytes)${while_}; clients that read lines never get it${end}`
          : `stdout ended inside a message (${bytes} bytes without a line end)${while_}${end}; the answer is lost`,
      };
    }
  },
};

/** True when only the line end is missing. Of a longer text the end is not known. */
function isWhole({ bytes, text }: Noise): boolean {
  if (text.length < 400 || bytes === Buffer.byteLength(text)) {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  }
  return false;
}
