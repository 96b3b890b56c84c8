import { MODERN } from '../../model/protocol.ts';
import { plural } from '../../model/text.ts';
import { nameOf } from '../../model/tool.ts';
import type { SessionRule } from '../rule.ts';
import { answered, sampleEvidence, sampleTool } from '../sample.ts';
import { difference, twoListings } from './listing.ts';

const [a, b] = [sampleTool({ name: 'a' }, 0).raw, sampleTool({ name: 'b' }, 1).raw];
const twice = (first: unknown[], second: unknown[]) => ({
  lists: sampleEvidence({ tools: first.map(sampleTool) }).lists,
  probes: { 'second-list': [answered('tools/list', { tools: second })] },
});

export const unstableOrder: SessionRule = {
  id: 'list/unstable-order',
  on: 'session',
  severity: 'warning',
  since: MODERN,
  clause: '2026-07-28 server/tools: the order of tools/list SHOULD be deterministic',
  why: 'The prompt cache of the model is lost at each request, which makes every turn slower and dearer.',
  fix: 'sort the tools by name before you answer',
  examples: { good: [twice([a, b], [a, b]), twice([a], [a, b])], bad: [twice([a, b], [b, a])] },
  *check(evidence) {
    const listings = twoListings(evidence, 'second-list');
    if (!listings || difference(listings)) return;
    const [first, second] = [listings.first.tools.map(nameOf), listings.second.tools.map(nameOf)];
    if (first.length !== second.length || first.every((name, index) => name === second[index])) return;
    const moved = new Set(first);
    // Of a list that was not read to its end, tools may have come from another page: then the order says nothing.
    if (second.every((name) => moved.has(name)))
      yield { message: `two tools/list requests gave the same ${plural(first.length, 'tool')} in different order; prompt caches are lost` };
  },
};
