import type { Evidence } from '../../model/evidence.ts';
import { type Exchange, errorCode, errorMessage, errorOf, paramOf, resultOf } from '../../model/exchange.ts';
import { member } from '../../model/json.ts';
import { quote, some } from '../../model/text.ts';
import type { Hit, SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer, sampleEvidence } from '../sample.ts';

const { handshake } = sampleEvidence();
const asking = (protocolVersion: string, over: Partial<Exchange> = {}) => ({
  sent: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion } },
  ...over,
});
const refusedOnce = (first: Exchange): Partial<Evidence> => ({
  revision: '2025-03-26',
  handshake: {
    ...handshake,
    refused: [first],
    initialize: answered('initialize', { protocolVersion: '2025-03-26' }, asking('2025-03-26')),
  },
});

export const notNegotiated: SessionRule = {
  id: 'version/not-negotiated',
  on: 'session',
  severity: 'error',
  until: '2025-11-25',
  transports: ['stdio', 'http'],
  clause: '2025-11-25 basic/lifecycle: otherwise the server MUST respond with another protocol version it supports',
  why: 'A client that is newer than the adapter cannot connect, because it waits to be told a version and gets an error.',
  fix: 'answer initialize with the newest protocolVersion you support when the asked one is unknown; the client decides whether it can go on',
  yieldsTo: ['version/no-handshake', 'http/second-request-fails'],
  examples: {
    good: [
      {},
      { probes: { 'version-unknown': [answered('initialize', { protocolVersion: '2025-11-25' }, asking('1900-01-01'))] } },
      {
        probes: {
          'version-unknown': [
            exchange('initialize', {
              ...asking('1900-01-01'),
              outcome: 'answered',
              answer: { id: 1, error: { code: -32602, message: 'Unsupported protocol version', data: { supported: ['2025-11-25'] } } },
            }),
          ],
        },
      },
      { probes: { 'version-older': [exchange('initialize', asking('2024-11-05'))] } },
      refusedOnce(failed('initialize', -32600, 'already initialized', asking('2025-03-26'))),
    ],
    bad: [
      refusedOnce(failed('initialize', -32000, 'supported versions: 2025-03-26', asking('2025-11-25', { http: httpAnswer(400) }))),
      refusedOnce(exchange('initialize', asking('2025-11-25', { outcome: 'refused', http: httpAnswer(400) }))),
      { probes: { 'version-unknown': [failed('initialize', -32602, 'Unsupported version', asking('1900-01-01'))] } },
      { probes: { 'version-older': [failed('initialize', -32602, 'Unsupported version', asking('2024-11-05'))] } },
    ],
  },
  *check({ handshake, probes }) {
    const taken = resultOf(handshake.initialize);
    const [first] = handshake.refused;
    if (first && taken) {
      const tried = handshake.refused.map((each) => asked(each)).filter((each) => each !== '');
      const works = asked(handshake.initialize) || 'another version';
      // Refused once and taken later with the same version: that is no matter of versions.
      if (tried.includes(works)) return;
      yield {
        message: `initialize${tried.length ? ` with ${some([...new Set(tried)])}` : ''} was refused ${reason(first)} instead of answered with a supported version; it works with ${works}`,
      };
      return;
    }
    if (!taken) return;
    for (const each of [...(probes['version-unknown'] ?? []), ...(probes['version-older'] ?? [])]) yield* probed(each);
  },
};

function* probed(each: Exchange): Iterable<Hit> {
  const refusal = errorOf(each) !== undefined || (each.outcome === 'refused' && (each.http?.status ?? 0) >= 400);
  // The error that 2025-11-25 basic/lifecycle shows in "Error Handling" names what is supported, as a client needs it.
  if (!refusal || Array.isArray(member(member(errorOf(each), 'data'), 'supported'))) return;
  yield {
    message: `initialize with ${asked(each) || 'another version'} was refused ${reason(each)} instead of answered with a supported version`,
  };
}

/** The protocolVersion that was asked for. */
function asked(each: Exchange | null): string {
  const version = paramOf(each, 'protocolVersion');
  return typeof version === 'string' ? version : '';
}

function reason(each: Exchange): string {
  const code = errorCode(each);
  const parts = [
    ...(each.http && each.http.status >= 400 ? [`${each.http.status}`] : []),
    ...(code === undefined ? [] : [`error ${code}`]),
  ];
  const text = errorMessage(each);
  return `(${[...parts, ...(text ? [quote(text, 100)] : [])].join(', ') || 'no reason given'})`;
}
