import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleNoise } from '../sample.ts';
import { byTool, linesAre, placeOf } from './lines.ts';

export const encoding: SessionRule = {
  id: 'stdio/encoding',
  on: 'session',
  severity: 'error',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports: JSON-RPC messages MUST be UTF-8 encoded',
  why: 'Clients decode strictly and close the connection, or replace the bytes and hand the model a damaged text.',
  fix: 'write UTF-8 whatever the locale: PYTHONIOENCODING=utf-8 or sys.stdout.reconfigure(encoding="utf-8"), -Dstdout.encoding=UTF-8 (Java)',
  examples: {
    good: [{}, { noise: [sampleNoise({ text: 'café' })] }],
    bad: [
      { noise: [sampleNoise({ kind: 'encoding', line: 3, text: '{"jsonrpc":"2.0","id":1,"result":"caf\ufffd"}' })] },
      { noise: [sampleNoise({ kind: 'encoding', line: 5, tool: 'find_order', phase: 'call', text: '\ufffd\ufffd' })] },
    ],
  },
  *check({ noise }) {
    for (const [tool, lines] of byTool(noise.filter((each) => each.kind === 'encoding'))) {
      const first = lines[0]?.text ?? '';
      const damaged = Math.max(0, first.indexOf('\ufffd') - 20);
      yield {
        tool,
        ...placeOf(lines),
        message: `${tool === null ? '' : `while tool ${quote(tool)} ran, `}stdout ${linesAre(lines)} not UTF-8 (near ${quote(first.slice(damaged, damaged + 60))}); clients close the connection or damage the text`,
        count: lines.length,
      };
    }
  },
};
