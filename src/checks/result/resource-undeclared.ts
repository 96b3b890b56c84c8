import { plural } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { blocksOf } from './blocks.ts';

const embedded = { result: { content: [{ type: 'resource', resource: { uri: 'erp://orders/1', text: '{}' } }] } };
const link = (uri: string) => ({ result: { content: [{ type: 'resource_link', uri, name: 'report' }] } });

export const resourceUndeclared: CallRule = {
  id: 'result/resource-undeclared',
  on: 'call',
  severity: 'warning',
  since: '2025-06-18',
  clause: '2026-07-28 server/tools: servers that use embedded resources SHOULD implement the resources capability',
  why: 'Clients read a resource only from an adapter that declares resources, so what the result points to cannot be opened or read again.',
  fix: 'declare the resources capability and answer resources/read for these URIs, or send the text in a text block, or an https link',
  examples: {
    good: [
      { ...embedded, evidence: { capabilities: { tools: {}, resources: {} } } },
      link('https://erp.example.invalid/report.pdf'),
      link('file:///tmp/report.pdf'),
      { ...link('erp://report'), evidence: { capabilities: { resources: { subscribe: true } } } },
      { ...embedded, evidence: { era: 'bare', capabilities: {} } },
    ],
    bad: [embedded, link('erp://report')],
  },
  *check(call, { evidence }) {
    if (evidence.era === 'bare' || evidence.capabilities.resources !== undefined) return;
    // A client can open a web address or a file by itself.
    const blocks = blocksOf(completeResult(call, evidence)).filter(
      ({ type, item }) => type === 'resource' || (type === 'resource_link' && !/^(https?|file):/i.test(String(item.uri).slice(0, 8))),
    );
    if (blocks.length)
      yield {
        message: `the result holds ${plural(blocks.length, 'resource')}, but the adapter declares no resources capability, so clients cannot read them again`,
      };
  },
};
