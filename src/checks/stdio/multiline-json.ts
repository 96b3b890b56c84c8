import { some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleNoise } from '../sample.ts';
import { placeOf } from './lines.ts';

export const multilineJson: SessionRule = {
  id: 'stdio/multiline-json',
  on: 'session',
  severity: 'error',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio: messages MUST NOT contain embedded newlines',
  why: 'Clients parse line by line, so a message that is spread over several is lost, and with it the answer.',
  fix: 'write the message without indentation: JSON.stringify(message) + "\\n", json.dumps(message)',
  examples: {
    good: [{ noise: [sampleNoise({ kind: 'text', text: '{' })] }],
    bad: [
      { noise: [sampleNoise({ kind: 'multiline', line: 1, endLine: 7 })] },
      { noise: [1, 8, 15].map((line) => sampleNoise({ kind: 'multiline', line, endLine: line + 6 })) },
    ],
  },
  *check({ noise }) {
    const spread = noise.filter((each) => each.kind === 'multiline');
    if (!spread.length) return;
    const ranges = some(spread.map((each) => `${each.line}–${each.endLine}`));
    const message =
      spread.length === 1
        ? `stdout lines ${ranges} together are one JSON message; it must be a single line, and clients lose it`
        : `stdout lines ${ranges} are one JSON message each; each must be a single line, and clients lose them`;
    yield { ...placeOf(spread), message, count: spread.length };
  },
};
