import { type Exchange, errorCode, errorMessage } from '../../model/exchange.ts';
import { quote } from '../../model/text.ts';
import { ordinaryExchanges } from '../jsonrpc/conversation.ts';
import type { SessionRule } from '../rule.ts';
import { failed, sampleFailure } from '../sample.ts';
import { diagnose } from '../spawn/diagnosis.ts';
import { asked, lastWords } from '../spawn/post-mortem.ts';

const failure = sampleFailure('refused', { waitingFor: 'tools/list', detail: 'database is locked' });

export const refused: SessionRule = {
  id: 'lifecycle/refused',
  on: 'session',
  severity: 'error',
  cause: true,
  clause: '2026-07-28 server/tools, "Listing Tools"',
  why: 'A client that gets an error instead of the list shows no tools at all.',
  fix: 'declare the tools whatever the state of what stands behind; report that in the result of a call',
  examples: {
    good: [{}, { failure: sampleFailure('refused') }],
    bad: [{ failure }, { failure, exchanges: [failed('tools/list', -32603, 'database is locked')] }],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'lifecycle/refused') return;
    const method = evidence.failure?.waitingFor ?? null;
    const last: Exchange | undefined = ordinaryExchanges(evidence).findLast((each) => each.method === method);
    const code = errorCode(last);
    const text = errorMessage(last) || evidence.failure?.detail || '';
    yield {
      message: `${asked(method)} was refused${code === undefined ? '' : ` with ${code}`}${text ? `: ${quote(text, 200)}` : ''}`,
      evidence: lastWords(evidence.process),
    };
  },
};
