import type { Pages } from '../model/evidence.ts';
import { bytesOf, member } from '../model/json.ts';
import type { ToolDeclaration } from '../model/tool.ts';
import { numbersBelow } from './number-texts.ts';

/** The tools of every page as declarations, with the number texts that parsing would have changed. */
export function declarationsOf(pages: Pages): ToolDeclaration[] {
  const numbers = pages.exchanges.map((exchange) => exchange.numbers).filter((each) => Object.keys(each).length > 0);
  return pages.items.map((raw, index) => declaration(raw, index, numbers.length ? numbersOf(raw, pages) : {}));
}

/** One declaration; `numbers` are its number texts by pointer. */
export function declaration(raw: unknown, index: number, numbers: Record<string, string> = {}): ToolDeclaration {
  const name = member(raw, 'name');
  return { index, name: typeof name === 'string' ? name : `#${index}`, raw, bytes: sizeOf(raw), numbers, source: null };
}

function numbersOf(raw: unknown, pages: Pages): Record<string, string> {
  for (const exchange of pages.exchanges) {
    const tools = member(member(exchange.answer, 'result'), 'tools');
    const index = Array.isArray(tools) ? tools.indexOf(raw) : -1;
    if (index >= 0) return numbersBelow(exchange.numbers, `/result/tools/${index}`);
  }
  return {};
}

/** A declaration nested deeper than the stack allows is counted as nothing; the rule about depth reports it. */
function sizeOf(raw: unknown): number {
  try {
    return bytesOf(raw);
  } catch {
    return 0;
  }
}
