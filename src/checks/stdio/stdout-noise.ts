import type { Noise } from '../../model/frame.ts';
import { plural, quote, some } from '../../model/text.ts';
import type { Hit, SessionRule } from '../rule.ts';
import { sampleNoise } from '../sample.ts';
import { byTool, isCutMessage, linesAre, placeOf, when } from './lines.ts';

const LOG_TO_STDERR =
  'write logs to stderr: console.error, print(…, file=sys.stderr), a logger set to stderr; in CI assert that every line of stdout parses';
const CHILD =
  "; if another program that the tool starts printed it, give that child its own pipes: stdio: ['ignore', 'pipe', 'inherit'], stdin=DEVNULL and stdout=PIPE";

export const stdoutNoise: SessionRule = {
  id: 'stdio/stdout-noise',
  on: 'session',
  severity: 'error',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio: the server MUST NOT write anything to its stdout that is not a valid MCP message',
  why: 'stdout carries the protocol: strict clients disconnect at the first line that is no message, others drop it without a word.',
  fix: LOG_TO_STDERR,
  examples: {
    good: [
      { noise: [sampleNoise({ kind: 'blank' }), sampleNoise({ kind: 'crlf', line: 2 })] },
      { noise: [sampleNoise({ kind: 'launcher', text: '> erp-adapter@1.0.0 start' })] },
      // The bytes of the line are its fault, and told by themselves.
      { noise: [sampleNoise({ kind: 'encoding', text: 'caf\ufffd' }), sampleNoise({ text: 'caf\ufffd' })] },
    ],
    bad: [
      { noise: [sampleNoise({ text: 'ERP adapter 1.4.2 ready', beforeFirst: true })] },
      { noise: [sampleNoise({ text: 'Processing request', line: 4, phase: 'call', tool: 'find_order' })] },
      { noise: [sampleNoise({ kind: 'json', text: '{"level":"info","msg":"up"}', line: 2 })] },
      { noise: [sampleNoise({ kind: 'glued', text: 'done ', line: 3, phase: 'list' })] },
      { noise: [sampleNoise({ kind: 'truncated', text: 'bye', line: 9, phase: 'shutdown' })] },
    ],
  },
  *check({ noise }) {
    const undecodable = new Set(noise.filter((each) => each.kind === 'encoding').map((each) => each.line));
    const stray = noise.filter((each) => isStray(each) && !undecodable.has(each.line));
    for (const [tool, lines] of byTool(stray.filter((each) => each.phase !== 'shutdown'))) {
      if (tool !== null) yield { ...whileRunning(tool, lines), tool };
      else yield outsideCalls(lines);
    }
    const late = stray.filter((each) => each.phase === 'shutdown');
    // The conversation is over by then, so less is lost.
    if (late.length) yield { ...outsideCalls(late), severity: 'warning' };
  },
};

function isStray(noise: Noise): boolean {
  return ['text', 'json', 'glued', 'truncated'].includes(noise.kind) && !isCutMessage(noise);
}

function whileRunning(tool: string, lines: readonly Noise[]): Hit {
  return {
    ...placeOf(lines),
    message: `while tool ${quote(tool)} ran, stdout got ${plural(lines.length, 'line')} that ${lines.length === 1 ? 'is' : 'are'} not JSON-RPC: ${shown(lines)}; clients that read the stream strictly disconnect here`,
    fix: LOG_TO_STDERR + CHILD,
    count: lines.length,
  };
}

function outsideCalls(lines: readonly Noise[]): Hit {
  const first = lines[0];
  const what = lines.every((each) => each.kind === 'json') ? 'JSON, but no JSON-RPC message' : 'not JSON-RPC';
  const sharing = first?.kind === 'glued' ? ', on the same line as a message' : '';
  return {
    ...placeOf(lines),
    message: `stdout ${linesAre(lines)} ${what} (${some([...new Set(lines.map(when))])}${sharing}): ${shown(lines)}; strict clients disconnect here`,
    count: lines.length,
  };
}

/** The first line that says something. */
function shown(lines: readonly Noise[]): string {
  return quote((lines.find((each) => each.text.trim()) ?? lines[0])?.text ?? '', 160);
}
