import { some } from '../../model/text.ts';
import { limitsOn } from '../limits/index.ts';
import { exceeds, hostName, type Limit, profilesOf } from '../limits/limits.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';

const many = (count: number) => ({ tools: Array.from({ length: count }, (_, index) => sampleTool({ name: `t${index}` }, index)) });

export const tooMany: SessionRule = {
  id: 'tools/too-many',
  on: 'session',
  severity: 'warning',
  why: 'OpenAI and VS Code refuse a request with more than 128 tools, all servers of the user together; other hosts hide some.',
  fix: 'offer fewer tools: groups that a flag turns on, or one tool with an action parameter instead of several',
  yieldsTo: ['list/cursor-loop'],
  examples: { good: [many(80)], bad: [many(81), many(150)] },
  *check({ tools }) {
    const count = tools.length;
    const broken = limitsOn('tool-count').filter((limit) => !limit.uncertain && exceeds(limit, count));
    if (broken.length === 0) return;
    const refused = broken.filter((limit) => limit.effect !== 'warning');
    yield {
      message: `${count} tools, too many for ${some(broken.map(named))}; a user's other servers count too`,
      severity: refused.length ? 'warning' : 'info',
      refusedBy: profilesOf(refused),
      count,
    };
  },
};

function named({ who, max, effect }: Limit): string {
  const what = { request: 'refuses', tool: 'hides', warning: 'warns of', cut: 'cuts', connection: 'ends at' }[effect];
  return `${hostName(who)} (${what} more than ${max})`;
}
