import type { Pages } from '../model/evidence.ts';
import { member } from '../model/json.ts';
import { declaration, type ToolDeclaration } from '../model/tool.ts';
import { numbersByItem } from './number-texts.ts';

/** The tools of every page as declarations, with the number texts that parsing would have changed. */
export function declarationsOf(pages: Pages): ToolDeclaration[] {
  const numbers = numbersByTool(pages);
  return pages.items.map((raw, index) => declaration(raw, index, numbers.get(raw)));
}

/** By the declaration itself: its place in the whole list says nothing about its place on its page. */
function numbersByTool({ exchanges }: Pages): Map<unknown, Record<string, string>> {
  const byTool = new Map<unknown, Record<string, string>>();
  for (const { answer, numbers } of exchanges) {
    const tools = member(member(answer, 'result'), 'tools');
    if (!Array.isArray(tools)) continue;
    for (const [index, texts] of numbersByItem(numbers, '/result/tools')) byTool.set(tools[index], texts);
  }
  return byTool;
}
