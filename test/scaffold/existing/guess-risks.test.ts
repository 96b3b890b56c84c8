import { expect, test } from 'vitest';
import { declaration } from '../../../src/model/tool.ts';
import { guessedRisks } from '../../../src/scaffold/existing/guess-risks.ts';

const guess = (raw: object) => guessedRisks([declaration(raw, 0)]);

test.each(['find_order', 'getOrder', 'list-orders', 'search', 'orders_count', 'describe_table', 'buscar_pedido', '查询订单'])(
  'by its name %s only reads',
  (name) => {
    expect(guess({ name })).toEqual({ [name]: 'read' });
  },
);

test.each(['delete_order', 'list_and_delete', 'get_or_create_user', 'findThenUpdate', 'order', 'run', 'fetch_and_send_mail', '查询并删除'])(
  '%s may do something else',
  (name) => {
    expect(guess({ name })).toEqual({});
  },
);

test.each<[string, object]>([
  ['it says that it only reads', { annotations: { readOnlyHint: true } }],
  ['it says that it writes', { annotations: { readOnlyHint: false } }],
  ['it says that it destroys', { annotations: { destructiveHint: true } }],
  ['it publishes its risk', { _meta: { 'mcp-adapter/risk': 'prepare' } }],
  ['its description begins with a change', { description: 'Deletes what it finds.' }],
])('nothing is guessed where %s', (_why, over) => {
  expect(guess({ name: 'find_order', ...over })).toEqual({});
});

test('a title among the annotations says nothing of what a call may change', () => {
  expect(guess({ name: 'find_order', annotations: { title: 'Find' } })).toEqual({ find_order: 'read' });
});
