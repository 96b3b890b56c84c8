import { MODERN } from '../../model/protocol.ts';
import type { SessionRule } from '../rule.ts';
import { answered, sampleEvidence, sampleTool } from '../sample.ts';
import { difference, twoListings } from './listing.ts';

const tools = (...names: string[]) => names.map((name, index) => sampleTool({ name }, index));
const twice = (first: string[], second: string[]) => ({
  lists: sampleEvidence({ tools: tools(...first) }).lists,
  probes: { 'second-connection': [answered('tools/list', { tools: tools(...second).map(({ raw }) => raw) })] },
});

export const differsPerConnection: SessionRule = {
  id: 'list/differs-per-connection',
  on: 'session',
  severity: 'error',
  since: MODERN,
  clause: '2026-07-28 server/tools: tools/list MUST NOT vary per connection',
  why: 'Clients keep one list for all connections, and call tools that the next connection does not have.',
  fix: 'declare the same tools on every connection; what differs by user may depend on the authorization only',
  yieldsTo: ['list/changed-in-session'],
  examples: { good: [twice(['a', 'b'], ['b', 'a'])], bad: [twice(['a'], ['a', 'b']), twice(['a', 'b'], ['a'])] },
  *check(evidence) {
    const listings = twoListings(evidence, 'second-connection');
    const differs = listings && difference(listings);
    if (differs) yield { message: `two connections got different tools/list: ${differs}` };
  },
};
