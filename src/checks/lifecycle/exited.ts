import { quote } from '../../model/text.ts';
import { ordinaryExchanges } from '../jsonrpc/conversation.ts';
import type { SessionRule } from '../rule.ts';
import { exchange, sampleFailure, sampleProcess } from '../sample.ts';
import { isHandshake } from '../spawn/diagnosis.ts';
import { exitText, lastWords, stderrText } from '../spawn/post-mortem.ts';

const gone = (tool: string | null = null) => exchange(tool ? 'tools/call' : 'resources/list', { outcome: 'gone', tool });
const ended = sampleProcess({
  exit: { code: 1, signal: null, ageMs: 900 },
  stderrTail: ['TypeError: order.lines is no list'],
  stderrBytes: 30,
  ending: null,
});

export const exited: SessionRule = {
  id: 'lifecycle/exited',
  on: 'session',
  severity: 'error',
  why: 'A call that ends the process takes every other tool with it; clients show "connection closed" until they are restarted.',
  fix: 'catch what the handler throws and answer with isError: true; a tool never ends the process',
  // The cut message, or the call that got no answer, says more.
  yieldsTo: ['stdio/truncated-message', 'call/no-answer'],
  examples: {
    good: [
      {},
      { exchanges: [gone()], process: sampleProcess() },
      { exchanges: [exchange('server/discover', { outcome: 'gone' })], process: ended },
      { exchanges: [gone()], process: ended, failure: sampleFailure('exited', { waitingFor: 'tools/list' }) },
    ],
    bad: [
      { exchanges: [gone('find_order')], process: ended },
      { exchanges: [gone()], process: ended },
    ],
  },
  *check(evidence) {
    const { failure, process } = evidence;
    if (failure || !process?.exit) return;
    const last = ordinaryExchanges(evidence).find((each) => each.outcome === 'gone' && !isHandshake(each.method));
    if (!last) return;
    const during = last.tool === null ? `before it answered ${quote(last.method)}` : `while tool ${quote(last.tool)} ran`;
    yield {
      tool: last.tool,
      message: `the adapter ended ${exitText(process)} ${during}; ${stderrText(process)}; every other tool is lost with it`,
      evidence: lastWords(process),
    };
  },
};
