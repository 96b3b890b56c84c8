import { shorten } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { exchange, sampleEvidence, sampleFailure } from '../sample.ts';
import { shownTarget } from './target.ts';

const { handshake } = sampleEvidence();
const target = { kind: 'http' as const, url: 'http://127.0.0.1:5000/mcp', headers: {} };
const refused = (reason: string, url = target.url) => ({
  target: { ...target, url },
  failure: sampleFailure('unreachable', { detail: reason }),
  handshake: { ...handshake, discover: exchange('server/discover', { outcome: 'unreachable', reason }) },
});

export const unreachable: SessionRule = {
  id: 'http/unreachable',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  why: 'Nothing can be checked, and no client connects.',
  fix: 'start the adapter first, or let it be started: --url http://127.0.0.1:{port}/mcp -- COMMAND',
  cause: true,
  examples: {
    good: [{ target }, { target, failure: sampleFailure('http-error') }],
    bad: [
      refused('connect ECONNREFUSED 127.0.0.1:5000'),
      refused('getaddrinfo ENOTFOUND erp.example.invalid', 'http://erp.example.invalid/mcp'),
      refused('self-signed certificate', 'https://127.0.0.1:5000/mcp'),
      refused('write EPROTO 1408F10B:SSL routines:ssl3_get_record:wrong version number', 'https://127.0.0.1:5000/mcp'),
      refused('no connection within 3.0 s'),
    ],
  },
  *check({ target, failure, handshake }) {
    if (failure?.kind !== 'unreachable') return;
    const reason = handshake.initialize?.reason ?? handshake.discover?.reason ?? failure.detail;
    yield {
      at: 'http',
      message: `nothing could be sent to ${shownTarget(target)}: ${reason ? shorten(reason, 200) : 'no connection came about'}`,
      fix: advice(reason),
    };
  },
};

function advice(reason: string): string | undefined {
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return 'check the host name in the URL; it could not be resolved';
  if (/wrong version number|EPROTO|packet length too long/i.test(reason))
    return 'the URL says https, but plain HTTP is spoken there: use http://, or serve TLS';
  if (/certificate|CERT_|self.signed/i.test(reason))
    return 'use a certificate that clients trust, or name its authority in NODE_EXTRA_CA_CERTS; desktop clients need it in their own store';
  if (/no connection within|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(reason))
    return 'check host and port, and what firewall or VPN stands in between';
  if (/Invalid character in header|ERR_INVALID_CHAR/.test(reason))
    return 'check the values given with --header or --bearer-env: they hold characters that HTTP does not carry';
  return undefined;
}
