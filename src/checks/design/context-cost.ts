import { tokensOf } from '../../model/json.ts';
import { grouped, plural, size } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';

/** Tokens of the whole list. */
const NOTABLE = 8_000;
const HEAVY = 20_000;

const sized = (count: number, bytes: number): ToolDeclaration[] =>
  Array.from({ length: count }, (_, index) => ({ ...sampleTool({ name: `find_order_${index}` }, index), bytes }));

export const contextCost: SessionRule = {
  id: 'design/context-cost',
  on: 'session',
  severity: 'warning',
  why: 'Every declaration is sent with every request to the model: a large list costs context and money, and some model APIs refuse it.',
  fix: 'shorten the descriptions of the largest tools, move what only a few callers need out of the schema, or list fewer tools',
  examples: {
    good: [{ tools: sized(40, 700) }],
    bad: [{ tools: sized(40, 900) }, { tools: sized(60, 6600) }],
  },
  *check(evidence) {
    const bytes = evidence.tools.reduce((sum, tool) => sum + tool.bytes, 0);
    const tokens = tokensOf(bytes);
    if (tokens < NOTABLE) return;
    const largest = [...evidence.tools].sort((a, b) => b.bytes - a.bytes || a.index - b.index).slice(0, 3);
    const named = largest.map((tool) => `${tool.name} ${size(tool.bytes)}`).join(', ');
    const about = grouped(Math.round(tokens / 100) * 100);
    yield {
      message: `declarations are ${size(bytes)} (about ${about} tokens) in ${plural(evidence.tools.length, 'tool')}; largest: ${named}`,
      severity: tokens >= HEAVY ? 'warning' : 'info',
    };
  },
};
