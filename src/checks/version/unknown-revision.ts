import { resultOf } from '../../model/exchange.ts';
import { MODERN, REVISIONS } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, sampleEvidence } from '../sample.ts';

const { handshake } = sampleEvidence();
const answering = (protocolVersion: unknown) => ({ handshake: { ...handshake, initialize: answered('initialize', { protocolVersion }) } });

export const unknownRevision: SessionRule = {
  id: 'version/unknown-revision',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: '2025-11-25 basic/lifecycle: a client that does not support the version in the response SHOULD disconnect',
  why: 'Clients disconnect when the version in the answer to initialize is none they know.',
  fix: 'answer with a released revision of MCP, such as "2025-11-25"; the version of your adapter belongs into serverInfo.version',
  examples: {
    good: [answering('2024-10-07'), answering('2027-03-01'), answering(undefined)],
    bad: [answering('1.0'), answering('2025-06-19'), answering('latest')],
  },
  *check({ handshake }) {
    const version = resultOf(handshake.initialize)?.protocolVersion;
    if (typeof version !== 'string' || isKnown(version)) return;
    yield {
      message: `initialize was answered with protocolVersion ${quote(version, 40)}, which is no revision of MCP; clients disconnect`,
    };
  },
};

/** A draft that SDK clients still take, the released ones, and what may be released after this was written. */
function isKnown(version: string): boolean {
  return (
    version === '2024-10-07' || REVISIONS.some((each) => each === version) || (/^\d{4}-\d{2}-\d{2}$/.test(version) && version > MODERN)
  );
}
