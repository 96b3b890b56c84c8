import { expect, test } from 'vitest';
import { answered } from '../../src/checks/sample.ts';
import { declaration } from '../../src/model/tool.ts';
import { declarationsOf } from '../../src/wire/declarations.ts';
import { unsafeNumbers } from '../../src/wire/number-texts.ts';

/** A page of tools with a bound that JavaScript cannot hold, each with one of its own. */
function page(from: number, count: number) {
  const tools = Array.from({ length: count }, (_, index) => `{"name":"t${from + index}","inputSchema":{"maximum":${bound(from + index)}}}`);
  const text = `{"jsonrpc":"2.0","id":1,"result":{"tools":[${tools.join()}]}}`;
  const result = JSON.parse(text).result as { tools: unknown[] };
  return { exchange: answered('tools/list', result, { numbers: unsafeNumbers(text) }), items: result.tools };
}

const bound = (index: number) => String(9_223_372_036_854_775_807n - BigInt(index));

test('ten thousand tools on two pages keep the texts of their numbers', () => {
  const pages = [page(0, 6_000), page(6_000, 4_000)];
  const [exchanges, items] = [pages.map(({ exchange }) => exchange), pages.flatMap((each) => each.items)];
  const tools = declarationsOf({ method: 'tools/list', exchanges, items, stopped: null, cursor: null });
  expect(tools.map(({ name, numbers }) => [name, numbers])).toEqual(
    Array.from({ length: 10_000 }, (_, index) => [`t${index}`, { '/inputSchema/maximum': bound(index) }]),
  );
});

test('what has no name that is a text is called by its place', () => {
  expect([{ name: 'find' }, { name: 3 }, {}, 'text', null].map((raw, index) => declaration(raw, index).name)).toEqual([
    'find',
    '#1',
    '#2',
    '#3',
    '#4',
  ]);
});
