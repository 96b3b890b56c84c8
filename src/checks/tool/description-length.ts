import { grouped, quote } from '../../model/text.ts';
import { description } from '../../model/tool.ts';
import { limitsOn } from '../limits/index.ts';
import { exceeds, hostName, type Limit, profilesOf } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';

export const descriptionLength: ToolRule = {
  id: 'tool/description-length',
  on: 'tool',
  severity: 'warning',
  why: 'Some OpenAI deployments refuse a description of more than 1,024 characters, and Claude Code cuts at 2,048 without a word.',
  fix: 'let the first 1,000 characters carry the rules, and move detail into the descriptions of the parameters',
  examples: { good: [{ description: 'x'.repeat(1024) }], bad: [{ description: 'x'.repeat(1025) }, { description: 'word '.repeat(600) }] },
  *check(tool) {
    const text = description(tool);
    const broken = limitsOn('description-length').filter((limit) => exceeds(limit, text));
    if (broken.length === 0) return;
    yield {
      at: '/description',
      message: `the description has ${grouped(text.length)} characters: ${broken.map((limit) => effect(limit, text)).join(', ')}`,
      refusedBy: profilesOf(broken),
    };
  },
};

function effect({ who, max = 0, effect, uncertain }: Limit, text: string): string {
  const most = grouped(max);
  if (effect === 'cut') return `${hostName(who)} cuts at ${most} (the text from ${quote(text.slice(max, max + 160), 40)} on is lost)`;
  return `${uncertain ? `some ${hostName(who)} deployments refuse` : `${hostName(who)} refuses`} more than ${most}`;
}
