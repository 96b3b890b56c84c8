import type { SessionRule } from '../rule.ts';
import { sampleNoise } from '../sample.ts';
import { placeOf } from './lines.ts';

export const bom: SessionRule = {
  id: 'stdio/bom',
  on: 'session',
  severity: 'error',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio: messages are UTF-8 and JSON (RFC 8259 §8.1: no byte order mark)',
  why: 'JSON parsers refuse a byte order mark, so the first message is lost and some clients close without a word.',
  fix: 'write UTF-8 without a byte order mark (.NET: new UTF8Encoding(false); PowerShell 5.1: not -Encoding UTF8)',
  examples: {
    good: [{ noise: [sampleNoise({ kind: 'crlf' })] }],
    bad: [{ noise: [sampleNoise({ kind: 'bom', bytes: 3 })] }, { noise: [sampleNoise({ kind: 'bom', line: 3, bytes: 3 })] }],
  },
  *check({ noise }) {
    const marks = noise.filter((each) => each.kind === 'bom');
    const [first] = marks;
    if (!first) return;
    const where = first.line === 1 ? 'stdout begins with' : `stdout line ${first.line} begins with`;
    yield {
      ...placeOf(marks),
      message: `${where} a UTF-8 byte order mark (EF BB BF) before the message; JSON parsers refuse it`,
      count: marks.length,
    };
  },
};
