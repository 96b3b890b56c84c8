import { plural, some } from '../../model/text.ts';
import type { SubSchema } from '../../schema/walk.ts';
import { limitsOn } from '../limits/index.ts';
import { hostName } from '../limits/limits.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';
import { place } from './parts.ts';
import { recursiveRefs } from './recursion.ts';
import { referencesOf, usedParts } from './references.ts';

const withRef = (ref: string) => ({
  tools: [sampleTool({ inputSchema: { type: 'object', properties: { status: { $ref: ref } }, $defs: { Status: { enum: ['a'] } } } })],
});

const unusedRef = {
  tools: [
    sampleTool({ inputSchema: { type: 'object', $defs: { Status: { enum: ['a'] }, Order: { items: { $ref: '#/$defs/Status' } } } } }),
  ],
};

export const refUsed: SessionRule = {
  id: 'schema/ref-used',
  on: 'session',
  severity: 'info',
  why: 'Several clients drop $defs on the way to the model, which leaves the parameter without a type.',
  fix: 'write the definitions out where the $refs stand',
  examples: {
    good: [{}, withRef('#/$defs/Missing'), withRef('#'), unusedRef],
    bad: [withRef('#/$defs/Status')],
  },
  *check({ tools }) {
    const using = tools.flatMap((tool) => {
      const references = referencesOf(tool, 'inputSchema');
      const used = new Set(usedParts(tool));
      const local = references.refs.filter(({ kind, from }) => kind === 'local' && used.has(references.parts[from] as SubSchema));
      // What contains itself cannot be written out, and is told elsewhere.
      return local.length && recursiveRefs(references).length === 0 ? [{ tool, at: local[0]?.at ?? '', count: local.length }] : [];
    });
    if (using.length === 0) return;
    const count = using.reduce((sum, each) => sum + each.count, 0);
    const names = some(
      using.map(({ tool }) => place(tool.name)),
      3,
    );
    const dropping = limitsOn('ref-used').filter((limit) => limit.effect === 'cut');
    yield {
      ...(using.length === 1 && using[0] ? { tool: using[0].tool.name, at: using[0].at } : {}),
      message: `${plural(count, '$ref')} in ${names}; several clients (${some(dropping.map((limit) => hostName(limit.who)))} among them) drop $defs`,
      count,
    };
  },
};
