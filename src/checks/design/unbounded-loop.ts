import { quote } from '../../model/text.ts';
import { description, type ToolDeclaration } from '../../model/tool.ts';
import type { ToolRule } from '../rule.ts';
import { hasMaximum, isNumeric, unboundedKind } from './bounds.ts';
import { loopingWord } from './looping-words.ts';
import { limitsWork, numberKind } from './number-words.ts';
import { allParameters, isClosed, typesOf } from './parameter.ts';

const bounded = { type: 'object', properties: { max_pages: { type: 'integer', minimum: 1, maximum: 20 } } };

export const unboundedLoop: ToolRule = {
  id: 'design/unbounded-loop',
  on: 'tool',
  severity: 'warning',
  strict: 'error',
  why: 'A tool that goes on until there is nothing left ends when the other side says so: one call becomes hours, and the client has given up.',
  fix: 'add a parameter such as max_pages with a "maximum", stop there, and tell by "truncated": true that there is more',
  examples: {
    good: [
      { name: 'crawl', description: 'Crawls pages until there are no more.', inputSchema: bounded },
      { name: 'list_orders', description: 'Lists one page of all orders; results are paginated by cursor.' },
      { name: 'find_order', description: 'Finds an order. It never crawls and does not follow every link.' },
      { name: 'export_orders', description: 'Fetches every page of the order list, at most 50 pages.' },
      { name: 'quote_price', description: 'Quotes a price that is valid until the end of the month.' },
      { name: 'close_all_tabs', description: 'Closes all tabs of the environment.' },
    ],
    bad: [
      { name: 'crawl', description: 'Reads a shop.' },
      { name: 'export_orders', description: 'Follows the next link until there are no more pages.' },
      { name: 'fetch_all_orders', description: 'Fetches orders.' },
      { name: 'exportar_pedidos', description: 'Recorre todas las páginas de pedidos.' },
      { name: '导出订单', description: '遍历所有页面并返回订单。' },
      { name: 'kunin_ang_order', description: 'Binabasa ang bawat pahina ng listahan.' },
      { name: 'crawl', description: 'Crawls a shop.', inputSchema: { type: 'object', properties: { timeout: { type: 'integer' } } } },
    ],
  },
  *check(tool) {
    const word = loopingWord(tool.name, description(tool));
    if (word && !isLimited(tool))
      yield { message: `it says ${quote(word)}, and no parameter with a maximum ends it, so one call may run for hours` };
  },
};

/**
 * True when a parameter ends the loop. One that counts the pages but has no maximum is a fault of its own and told as such;
 * a time-out, or the length of a list, must be bounded to count.
 */
function isLimited(tool: ToolDeclaration): boolean {
  return allParameters(tool).some(({ name, schema }) => {
    if (isNumeric(schema)) return limitsWork(name) && (numberKind(name) === 'amount' || hasMaximum(schema));
    if (typesOf(schema).has('array')) return unboundedKind(schema) === null;
    return isClosed(schema) && limitsWork(name);
  });
}
