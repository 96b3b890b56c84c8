import { expect, test } from 'vitest';
import { renamedTools } from '../../src/lock/renames.ts';
import type { JsonObject } from '../../src/model/json.ts';

const ID = { type: 'object', properties: { id: { type: 'string' } } };
const SEARCH = {
  type: 'object',
  properties: { query: { type: 'string' }, limit: { type: 'integer', maximum: 50 }, sort: { enum: ['a'] } },
};
const READS = { annotations: { readOnlyHint: true } };

/** True when the second is taken for the first under another name. */
function isRenamed(was: string, is: string, schema: JsonObject, more: JsonObject = {}, other: JsonObject = more): boolean {
  const tools = (name: string, rest: JsonObject) => new Map([[name, { name, inputSchema: schema, ...rest }]]);
  return renamedTools(tools(was, more), tools(is, other)).get(was) === is;
}

test.each<[string, string, string, JsonObject, JsonObject?, JsonObject?]>([
  ['most of its name', 'wit_run_query', 'wit_query', ID],
  ['a letter of its name', 'list_order', 'list_orders', ID],
  ['what it does to what', 'find_order', 'get_order', ID, READS],
  ['the description', 'get_order', 'order_details', ID, { description: 'Reads one order.' }],
  ['three parameters and the risk', 'find_pages', 'search_docs', SEARCH, READS],
  ['three parameters and the result', 'find_pages', 'search_docs', SEARCH, { ...READS, outputSchema: ID }, { outputSchema: ID }],
])('a tool with the same schema and %s is the old one', (_what, was, is, schema, more, other) => {
  expect(isRenamed(was, is, schema, more, other)).toBe(true);
});

test.each<[string, string, string, JsonObject, JsonObject?, JsonObject?]>([
  ['does something else', 'get_order', 'delete_user', ID],
  ['does something else to the same', 'get_user_order', 'delete_user_order', ID, { description: 'Orders.' }],
  ['does something else by name, with all else the same', 'find_pages', 'delete_pages', SEARCH, READS],
  ['does the same to something else', 'get_order', 'get_user', ID, READS],
  ['has nothing but an id in common', 'order_a', 'user_b', ID],
  ['has three parameters in common, and another risk', 'find_pages', 'search_docs', SEARCH, READS, {}],
])('one that %s is another tool', (_what, was, is, schema, more, other) => {
  expect(isRenamed(was, is, schema, more, other)).toBe(false);
});
