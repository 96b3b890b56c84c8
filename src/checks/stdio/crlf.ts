import type { SessionRule } from '../rule.ts';
import { sampleNoise } from '../sample.ts';
import { placeOf } from './lines.ts';

export const crlf: SessionRule = {
  id: 'stdio/crlf',
  on: 'session',
  severity: 'warning',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio: messages are delimited by newlines',
  why: 'Text mode on Windows turns \\n into \\r\\n; most clients trim the carriage return, some fail on it.',
  fix: 'write in binary mode, or with newline="\\n"',
  examples: {
    good: [{ noise: [sampleNoise({ kind: 'bom' })] }],
    bad: [{ noise: [1, 2, 3].map((line) => sampleNoise({ kind: 'crlf', line })) }],
  },
  *check({ noise }) {
    const ends = noise.filter((each) => each.kind === 'crlf');
    if (!ends.length) return;
    yield {
      ...placeOf(ends),
      message: 'messages end with \\r\\n; the framing is \\n, and some clients reject the trailing \\r',
      count: ends.length,
    };
  },
};
