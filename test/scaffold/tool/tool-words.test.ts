import { describe, expect, test } from 'vitest';
import type { Risk } from '../../../src/model/tool.ts';
import { toolWords } from '../../../src/scaffold/tool/tool-words.ts';

describe('what the name of a tool says', () => {
  test.each<[string, Risk, string, string, string]>([
    ['find_customer', 'read', 'find', 'customer_id', 'customers'],
    ['order_status', 'read', 'find', 'order_id', 'orders'],
    ['weather', 'read', 'find', 'weather_id', 'weathers'],
    ['list_open_invoices', 'read', 'list', 'open_invoice_id', 'open_invoices'],
    ['find_orders_by_customer', 'read', 'list', 'order_id', 'orders'],
    ['fetch_all_policies', 'read', 'list', 'policy_id', 'policies'],
    ['search', 'read', 'list', 'item_id', 'items'],
    ['crawl_site', 'read', 'list', 'site_id', 'sites'],
    ['reserve_slot', 'prepare', 'prepare', 'slot_id', 'slots'],
    ['ship_box', 'write', 'change', 'box_id', 'boxes'],
    ['slack_update_address', 'write', 'change', 'address_id', 'addresses'],
    ['create_invoice', 'write', 'change', 'reference', 'invoices'],
    ['delete_order', 'destructive', 'change', 'order_id', 'orders'],
    ['restart', 'write', 'change', 'item_id', 'items'],
    ['get_2fa_status', 'read', 'find', 'status_id', 'statuses'],
    ['get_1', 'read', 'find', 'item_id', 'items'],
    ['get_order_ids', 'read', 'list', 'order_id', 'order_ids'],
    ['export_orders', 'read', 'list', 'order_id', 'orders'],
    ['get_news', 'read', 'find', 'news_id', 'news'],
    ['find_analysis', 'read', 'find', 'analysis_id', 'analyses'],
    [`find_${'x'.repeat(59)}`, 'read', 'find', 'item_id', 'items'],
  ])('%s of risk %s is of the form %s, takes %s and is about %s', (name, risk, form, argument, nouns) => {
    expect(toolWords(name, risk)).toMatchObject({ form, argument, nouns });
  });

  test.each<[string, Risk, string]>([
    ['find_customer', 'read', 'Finds one customer by its number.'],
    ['order_status', 'read', 'Finds one order by its number.'],
    ['search_orders', 'read', 'Searches orders, as many as asked for.'],
    ['reserve_slot', 'prepare', 'Reserves a slot for this task only. Nothing changes for anybody else.'],
    ['remove_user', 'prepare', 'Removes a user for this task only. Nothing changes for anybody else.'],
    ['place_order', 'write', 'Places order. It is done once for each task and step, however often it is called.'],
    ['apply_coupon', 'write', 'Applies a coupon. It is done once for each task and step, however often it is called.'],
    [
      'undo_invoice',
      'destructive',
      'Undoes an invoice. This cannot be taken back. It is done once for each task and step, however often it is called.',
    ],
  ])('the description of %s of risk %s is a sentence', (name, risk, sentence) => {
    expect(toolWords(name, risk).description).toBe(sentence);
  });

  test('the title is the name as people write it', () => {
    expect(toolWords('find_orders_by_customer', 'read').title).toBe('Find orders by customer');
  });
});
