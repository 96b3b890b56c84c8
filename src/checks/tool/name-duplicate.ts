import { groupBy } from '../../model/group.ts';
import { plural, quote, some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';

const named = (...names: string[]) => ({ tools: names.map((name, index) => sampleTool({ name }, index)) });

export const nameDuplicate: SessionRule = {
  id: 'tool/name-duplicate',
  on: 'session',
  severity: 'error',
  clause: '2026-07-28 server/tools: names SHOULD be unique within a server',
  why: 'Some model APIs refuse a list with two tools of one name; hosts take the first or the last, and the other can never be called.',
  fix: 'give each tool a name of its own',
  // A page that comes again brings its tools again.
  yieldsTo: ['list/cursor-loop'],
  examples: {
    good: [named('query', 'query_all', 'requery'), { tools: [sampleTool({ name: undefined }, 0), sampleTool({ name: undefined }, 1)] }],
    bad: [named('query', 'other', 'query'), named('query', 'Query')],
  },
  *check({ tools }) {
    const byName = groupBy(tools, (tool) => tool.name);
    for (const [name, same] of byName) {
      if (same.length > 1)
        yield {
          tool: name,
          at: '/name',
          message: `tool ${quote(name)} is declared ${same.length === 2 ? 'twice' : plural(same.length, 'time')} (positions ${some(same.map((tool) => String(tool.index)))}); a host can call only one of them`,
        };
    }
    const firsts = [...byName.values()].flatMap((same) => same.slice(0, 1));
    for (const [, alike] of groupBy(firsts, (tool) => tool.name.toLowerCase())) {
      if (alike.length > 1)
        yield {
          tool: alike[0]?.name ?? '',
          at: '/name',
          severity: 'warning',
          message: `tools ${some(alike.map((tool) => quote(tool.name)))} differ only in upper and lower case; models mix them up`,
          fix: 'use names that differ in more than case',
        };
    }
  },
};
