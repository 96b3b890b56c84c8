import type { Noise } from '../../model/frame.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleNoise } from '../sample.ts';
import { placeOf } from './lines.ts';

export const launcherNoise: SessionRule = {
  id: 'stdio/launcher-noise',
  on: 'session',
  severity: 'error',
  transports: ['stdio'],
  clause: '2026-07-28 basic/transports/stdio: the server MUST NOT write anything to its stdout that is not a valid MCP message',
  why: 'npm, npx, uv and dotnet print to the stdout they pass on, so the protocol stream begins with lines that are no messages.',
  fix: 'start the program directly (node dist/index.js), or silence the runner: npm run --silent, npx -y, uv run --quiet, dotnet run with output built before',
  examples: {
    good: [{}, { noise: [sampleNoise({ kind: 'text', text: 'ready' })] }],
    bad: [
      {
        noise: [
          sampleNoise({ kind: 'blank', beforeFirst: true }),
          sampleNoise({ kind: 'launcher', line: 2, text: '> erp-adapter@1.0.0 start', beforeFirst: true }),
          sampleNoise({ kind: 'launcher', line: 3, text: '> node dist/index.js', beforeFirst: true }),
        ],
      },
      { noise: [sampleNoise({ kind: 'launcher', text: 'added 57 packages in 3s' })] },
    ],
  },
  *check({ noise }) {
    const lines = noise.filter((each) => each.kind === 'launcher');
    const [first] = lines;
    if (!first) return;
    const where = first.beforeFirst ? 'stdout begins with' : `stdout line ${first.line} is`;
    const direct = commandOf(lines);
    yield {
      ...placeOf(lines),
      message: `${where} the output of a script runner (${quote(first.text)}), not of the adapter; strict clients disconnect here`,
      ...(direct ? { fix: `start ${quote(direct)} directly, or silence the runner: npm run --silent, npx -y` } : {}),
      count: lines.length,
    };
  },
};

/** The command that npm announces below the name of the script: `> node dist/index.js`. */
function commandOf(lines: readonly Noise[]): string | null {
  const script = lines.findIndex((each) => /^> \S+@\d/.test(each.text));
  const text = script < 0 ? undefined : lines[script + 1]?.text;
  return text?.startsWith('> ') ? text.slice(2).trim() : null;
}
