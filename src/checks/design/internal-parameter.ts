import { quote } from '../../model/text.ts';
import { findWord, splitWords } from '../../model/word-match.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';
import { AMBIGUOUS_MACHINERY, MACHINERY } from './internal-words.ts';
import { allParameters } from './parameter.ts';

const withProperties = (properties: Record<string, unknown>, name = 'open_page') => ({
  tools: [sampleTool({ name, inputSchema: { type: 'object', properties } })],
});

export const internalParameter: SessionRule = {
  id: 'design/internal-parameter',
  on: 'session',
  severity: 'warning',
  why: 'A model cannot know ports, endpoints, queues or shards: it makes values up, and the caller reaches into machinery that the adapter should own.',
  fix: 'take the parameter out of the schema and let the adapter choose the value from its configuration or from the task',
  examples: {
    good: [
      withProperties({ env_id: { type: 'string' }, region: { type: 'string' }, port_of_loading: { type: 'string' } }),
      // In a broker's own adapter the queue is the business object.
      withProperties({ queue: { type: 'string' } }, 'purge_queue'),
      withProperties({ pool: { type: 'string' } }, 'get_liquidity_pool'),
      withProperties({ nodeId: { type: 'string' }, proxy_voting: { type: 'boolean' } }),
    ],
    bad: [
      withProperties({ debug_port: { type: 'integer', maximum: 65535 }, cdpUrl: { type: 'string' } }),
      withProperties({ shard: { type: 'integer', maximum: 8 } }),
      withProperties({ wsEndpoint: { type: 'string' } }),
      withProperties({ target: { type: 'object', properties: { proxy_host: { type: 'string' } } } }),
    ],
  },
  *check(evidence) {
    // What the tools are named after is what the adapter is about.
    const domain = new Set(
      [...evidence.tools.map(({ name }) => name), evidence.server?.name ?? ''].flatMap((name) => splitWords(name).map(singular)),
    );
    for (const tool of evidence.tools) {
      for (const { name, path, at } of allParameters(tool)) {
        const words = splitWords(name);
        const sure = findWord(name, MACHINERY) ?? (words[0] === 'internal' && words.at(-1) === 'id' ? { word: 'internal id' } : undefined);
        const likely = findWord(name, AMBIGUOUS_MACHINERY);
        if (!sure && !likely) continue;
        const said = (sure ?? likely)?.word.split(' ') ?? [];
        if (said.some((word) => domain.has(singular(word)) && AMBIGUOUS_MACHINERY.spaced.includes(word))) continue;
        yield {
          tool: tool.name,
          at,
          subject: quote(path, 80),
          message: 'machinery behind the adapter, which a model cannot know and can only make up',
        };
      }
    }
  },
};

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}
