import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { exchange } from '../sample.ts';

export const stdinShared: SessionRule = {
  id: 'lifecycle/stdin-shared',
  on: 'session',
  severity: 'warning',
  transports: ['stdio'],
  why: 'A child that inherits stdin reads the next requests in place of the adapter, so later calls hang; on Windows it may block at start.',
  fix: "give the child no stdin: stdio: ['ignore', 'pipe', 'inherit'], subprocess.run(…, stdin=subprocess.DEVNULL)",
  examples: {
    good: [{}, { exchanges: [exchange('tools/call', { tool: 'run' })] }],
    bad: [{ stdinSharedBy: { pid: 4243, tool: 'run' }, exchanges: [exchange('tools/call', { tool: 'run' })] }],
  },
  *check({ stdinSharedBy }) {
    if (!stdinSharedBy) return;
    const { pid, tool } = stdinSharedBy;
    yield {
      tool,
      message: `a later request got no answer although earlier ones did; a child process started during ${quote(tool)} has the same stdin open and takes what is meant for the adapter`,
      evidence: `process ${pid}`,
    };
  },
};
