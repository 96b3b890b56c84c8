import { MODERN } from '../../model/protocol.ts';
import type { SessionRule } from '../rule.ts';
import { answered, sampleEvidence, sampleTool } from '../sample.ts';
import { difference, twoListings } from './listing.ts';

const declared = (name: string, description = 'Finds.') => sampleTool({ name, description }).raw;
const twice = (first: unknown[], second: unknown[], more = {}) => ({
  lists: sampleEvidence({ tools: first.map(sampleTool) }).lists,
  probes: { 'second-list': [answered('tools/list', { tools: second, ...more })] },
});

export const changedInSession: SessionRule = {
  id: 'list/changed-in-session',
  on: 'session',
  severity: 'warning',
  since: MODERN,
  clause: '2026-07-28 server/tools: tools/list MUST NOT vary as a side effect of other requests',
  why: 'A model calls tools that are no longer there, and the prompt cache is lost at each request.',
  fix: 'declare the same tools each time; keep times, counters and state out of descriptions',
  examples: {
    good: [
      twice([declared('a'), declared('b')], [declared('b'), declared('a')]),
      // A page of a longer list, from which a tool moved to the next.
      twice([declared('a')], [declared('b')], { nextCursor: 'p2' }),
    ],
    bad: [
      twice([declared('a')], []),
      twice([declared('a')], [declared('a'), declared('b')]),
      twice([declared('a', 'At 10:00')], [declared('a', 'At 10:01')]),
    ],
  },
  *check(evidence) {
    const listings = twoListings(evidence, 'second-list');
    const differs = listings && difference(listings);
    if (differs) yield { message: `two tools/list requests on one connection gave different lists: ${differs}` };
  },
};
