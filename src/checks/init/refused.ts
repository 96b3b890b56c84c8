import { errorCode, errorMessage } from '../../model/exchange.ts';
import { CODES } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { failed, sampleEvidence, sampleFailure, sampleProcess } from '../sample.ts';
import { diagnose } from '../spawn/diagnosis.ts';
import { asked, lastWords, stderrText } from '../spawn/post-mortem.ts';

const { handshake } = sampleEvidence();
const refusal = failed('initialize', -32603, 'database is locked');

export const refused: SessionRule = {
  id: 'init/refused',
  on: 'session',
  severity: 'error',
  cause: true,
  clause: '2025-11-25 basic/lifecycle: the server MUST respond to initialize with its own capabilities and information',
  why: 'No client can go on after an error to its first request.',
  fix: 'answer initialize with protocolVersion, capabilities and serverInfo whatever the state of what stands behind; report that in the results of calls',
  examples: {
    good: [{}, { failure: sampleFailure('refused', { waitingFor: 'tools/list' }) }],
    bad: [
      { failure: sampleFailure('refused', { waitingFor: 'server/discover' }), handshake: { ...handshake, initialize: null } },
      { failure: sampleFailure('refused', { detail: 'database is locked' }), handshake: { ...handshake, initialize: refusal } },
      {
        failure: sampleFailure('refused', { detail: 'not now' }),
        handshake: { ...handshake, initialize: null, refused: [] },
        process: sampleProcess(),
      },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'init/refused') return;
    const { failure, handshake, process } = evidence;
    const modern = failure?.waitingFor === 'server/discover';
    const greetings = modern ? [handshake.discover] : [...handshake.refused, handshake.initialize];
    const last = greetings.findLast((each) => each?.answer || each?.http) ?? null;
    const code = errorCode(last);
    const status = last?.http && last.http.status >= 400 ? ` and HTTP status ${last.http.status}` : '';
    const text = errorMessage(last) || failure?.detail || '';
    const stderr = process?.stderrBytes ? `; ${stderrText(process)}` : '';
    yield {
      message: `${asked(failure?.waitingFor ?? null)} was refused${code === undefined ? '' : ` with ${code}`}${status}${text ? `: ${quote(text, 200)}` : ''}${stderr}; no client can go on`,
      ...(modern && code === CODES.methodNotFound
        ? { fix: 'the adapter does not speak 2026-07-28: leave --era and --protocol out, or answer server/discover' }
        : {}),
      evidence: lastWords(process),
    };
  },
};
