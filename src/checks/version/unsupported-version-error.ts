import { type Exchange, errorCode, errorOf } from '../../model/exchange.ts';
import { member } from '../../model/json.ts';
import { CODES, MODERN } from '../../model/protocol.ts';
import type { Hit, SessionRule } from '../rule.ts';
import { answered, exchange, failed } from '../sample.ts';

const refusing = (code: number, data?: unknown): { probes: { 'version-unknown': Exchange[] } } => ({
  probes: {
    'version-unknown': [
      exchange('tools/list', {
        outcome: 'answered',
        answer: { jsonrpc: '2.0', id: 1, error: { code, message: 'Unsupported protocol version', data } },
      }),
    ],
  },
});

export const unsupportedVersionError: SessionRule = {
  id: 'version/unsupported-version-error',
  on: 'session',
  severity: 'error',
  since: MODERN,
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/versioning and schema, UnsupportedProtocolVersionError: code -32022 with data.supported and data.requested',
  why: 'A client of another revision learns from data.supported which one to speak; without it, it gives up or takes the adapter for a legacy one.',
  fix: 'answer a version you do not support with error {"code": -32022, "data": {"supported": ["2026-07-28"], "requested": "…"}}',
  examples: {
    good: [
      refusing(-32022, { supported: ['2026-07-28'], requested: '1900-01-01' }),
      { probes: { 'version-unknown': [exchange('tools/list')] } },
    ],
    bad: [
      refusing(-32022),
      refusing(-32022, { supported: '2026-07-28' }),
      refusing(-32004, { supported: ['2026-07-28'] }),
      refusing(-32602),
      { probes: { 'version-unknown': [answered('tools/list', { tools: [] })] } },
      { probes: { 'version-unknown': [failed('tools/list', -32603, 'no')] } },
    ],
  },
  *check({ probes }) {
    // In a dual-era adapter the legacy handshake may be probed under the same name.
    for (const each of (probes['version-unknown'] ?? []).filter(({ method }) => method !== 'initialize')) yield* judge(each);
  },
};

function* judge(each: Exchange): Iterable<Hit> {
  const { answer } = each;
  if (answer && 'result' in answer) {
    yield { message: 'a request of the version 1900-01-01 was served; it must be refused with -32022' };
    return;
  }
  if (!errorOf(each)) return;
  const code = errorCode(each);
  const data = member(errorOf(each), 'data');
  const supported = member(data, 'supported');
  if (code !== CODES.unsupportedVersion)
    yield {
      message: `a version that does not exist was refused with ${code ?? 'no code'} instead of -32022${code === -32004 ? ' (the number of a draft)' : ''}`,
    };
  else if (!Array.isArray(supported) || !supported.length || !supported.every((version) => typeof version === 'string'))
    yield { message: 'the error -32022 lacks data.supported, the list of the versions that a client may choose from' };
  else if (typeof member(data, 'requested') !== 'string')
    yield { severity: 'warning', message: 'the error -32022 lacks data.requested, the version that was asked for' };
}
