import type { SessionRule } from '../rule.ts';
import { sampleNoise } from '../sample.ts';
import { placeOf } from './lines.ts';

export const blankLines: SessionRule = {
  id: 'stdio/blank-lines',
  on: 'session',
  severity: 'info',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio: the server MUST NOT write anything to its stdout that is not a valid MCP message',
  why: 'Nearly every client skips an empty line; the few that parse each line report an error.',
  fix: 'end a message with one "\\n", and print nothing else',
  // Empty lines around other output come from the same place.
  yieldsTo: ['stdio/launcher-noise', 'stdio/stdout-noise', 'stdio/content-length-framing', 'stdio/multiline-json'],
  examples: {
    good: [{}, { noise: [sampleNoise({ kind: 'crlf' })] }],
    bad: [{ noise: [sampleNoise({ kind: 'blank', line: 2 }), sampleNoise({ kind: 'blank', line: 4 })] }],
  },
  *check({ noise }) {
    const blank = noise.filter((each) => each.kind === 'blank');
    if (!blank.length) return;
    yield {
      ...placeOf(blank),
      message: 'stdout has empty lines between the messages; a few clients report each as an error',
      count: blank.length,
    };
  },
};
