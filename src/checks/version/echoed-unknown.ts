import { type Exchange, paramOf, resultOf } from '../../model/exchange.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered } from '../sample.ts';

const asking = (protocolVersion: string, answer: unknown): { probes: { 'version-unknown': Exchange[] } } => ({
  probes: {
    'version-unknown': [
      answered(
        'initialize',
        { protocolVersion: answer },
        { sent: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion } } },
      ),
    ],
  },
});

export const echoedUnknown: SessionRule = {
  id: 'version/echoed-unknown',
  on: 'session',
  severity: 'error',
  until: '2025-11-25',
  transports: ['stdio', 'http'],
  clause: '2025-11-25 basic/lifecycle: otherwise the server MUST respond with another protocol version it supports',
  why: 'A newer client takes the echo for support, and then sends what the adapter does not understand.',
  fix: 'compare protocolVersion with the list of those you support; echo one of them, answer any other with the newest of them',
  examples: {
    good: [asking('1900-01-01', '2025-11-25'), asking('1900-01-01', undefined)],
    bad: [asking('1900-01-01', '1900-01-01')],
  },
  *check({ probes }) {
    for (const each of probes['version-unknown'] ?? []) {
      const sent = paramOf(each, 'protocolVersion');
      const got = resultOf(each)?.protocolVersion;
      if (typeof sent === 'string' && got === sent)
        yield {
          message: `initialize with the version ${quote(sent)}, which does not exist, was answered with the same version; newer clients take that for support`,
        };
    }
  },
};
