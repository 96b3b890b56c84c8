import type { Evidence } from '../../model/evidence.ts';
import { errorCode, resultOf } from '../../model/exchange.ts';
import { isObject, type JsonObject, kindOf } from '../../model/json.ts';
import { MODERN } from '../../model/protocol.ts';
import { quote, some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, failed, sampleEvidence } from '../sample.ts';

const { handshake } = sampleEvidence();
const discovering = (result: JsonObject): Partial<Evidence> => ({
  era: 'modern',
  handshake: { ...handshake, initialize: null, initialized: null, discover: answered('server/discover', result) },
});

export const discoverFields: SessionRule = {
  id: 'modern/discover-fields',
  on: 'session',
  severity: 'error',
  since: MODERN,
  transports: ['stdio', 'http'],
  clause:
    '2026-07-28 server/discover: servers MUST implement server/discover; schema, DiscoverResult: supportedVersions and capabilities are required',
  why: 'Clients choose the version from supportedVersions and ask only for what capabilities declares.',
  fix: 'answer server/discover with "supportedVersions": ["2026-07-28"] and "capabilities": {"tools": {}}',
  examples: {
    good: [
      discovering({ supportedVersions: [MODERN], capabilities: { tools: {} } }),
      discovering({ supportedVersions: ['2026-07-28', '2025-11-25'], capabilities: {} }),
    ],
    bad: [
      discovering({ capabilities: {} }),
      discovering({ supportedVersions: MODERN, capabilities: [] }),
      discovering({ supportedVersions: ['2027-01-01'], capabilities: {} }),
      { era: 'modern', handshake: { ...handshake, discover: failed('server/discover', -32601, 'Method not found') } },
    ],
  },
  *check({ era, handshake, revision }) {
    const { discover } = handshake;
    const result = resultOf(discover);
    const code = errorCode(discover);
    if (!result) {
      // A server of 2026-07-28 may be spoken to without asking; then it was seen to lack the method.
      if (era === 'modern' && code === -32601)
        yield { message: 'server/discover is not implemented (-32601); clients cannot learn versions and capabilities' };
      return;
    }
    const wrong = faults(result, revision);
    if (wrong.length) yield { message: `the result of "server/discover" ${some(wrong)}` };
  },
};

function faults({ capabilities, supportedVersions }: JsonObject, revision: string): string[] {
  const versions = Array.isArray(supportedVersions) ? supportedVersions : null;
  const named = versions?.every((each) => typeof each === 'string') && versions.length;
  return [
    ...(!versions
      ? [supportedVersions === undefined ? 'lacks supportedVersions' : `has supportedVersions as ${kindOf(supportedVersions)}, not a list`]
      : !named
        ? ['has supportedVersions that is no list of texts']
        : versions.includes(revision)
          ? []
          : [`has supportedVersions without ${quote(revision)}, in which it was spoken to`]),
    ...(isObject(capabilities)
      ? []
      : [capabilities === undefined ? 'lacks capabilities' : `has capabilities as ${kindOf(capabilities)}, not an object`]),
  ];
}
