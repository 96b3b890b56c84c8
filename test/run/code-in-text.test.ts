import { describe, expect, test } from 'vitest';
import { answered } from '../../src/checks/sample.ts';
import { codeIn } from '../../src/run/code-in-text.ts';
import { outcomeOf } from '../../src/run/outcome.ts';

const text = (value: string) => ({ isError: true, content: [{ type: 'text', text: value }] });

test.each([
  // In data
  ['{"code":"card_declined","message":"no"}', 'card_declined'],
  ['{"code":"NOT_FOUND"}', 'not_found'],
  ['{"code":"OrderNotFound"}', 'order_not_found'],
  ['{"code":"HTTPError"}', 'http_error'],
  ['{"code":"auth/invalid-token"}', 'auth_invalid_token'],
  ['{"code":404}', '404'],
  ['{"code":"404"}', '404'],
  ['{"code":-32602}', '32602'],
  ['{"error":{"code":"card_declined","message":"no"}}', 'card_declined'],
  ['{"error":{"error_code":"E42"}}', 'e42'],
  ['{"error_code":"order-locked"}', 'order_locked'],
  ['{"errorCode":"ORDER.LOCKED"}', 'order_locked'],
  ['{"error":"forbidden"}', 'forbidden'],
  ['{"code":0,"error":"not_found"}', 'not_found'],
  [`{"code":"${'a'.repeat(79)}"}`, 'a'.repeat(60)],
  // At the start of a text
  ['NOT_FOUND: no such order', 'not_found'],
  ['order_not_found: A-1001', 'order_not_found'],
  ['order_not_found', 'order_not_found'],
  ['ERP_BUSY - try again', 'erp_busy'],
  ['[E1234] the bank said no', 'e1234'],
  ['[ORDER_LOCKED] by another user', 'order_locked'],
  ['E1234: the bank said no', 'e1234'],
  ['error: order_not_found', 'order_not_found'],
  ['Error: NOT_FOUND: no such order', 'not_found'],
  ['[ERROR] ERP_BUSY: try again', 'erp_busy'],
])('%s says %s', (said, code) => {
  expect(codeIn(text(said))).toBe(code);
  expect(outcomeOf(answered('tools/call', text(said)))).toEqual({ outcome: 'tool_error', code });
});

test.each([
  ['no such order'],
  ['Error: no such order'],
  ['Error executing tool find_order: order_not_found'],
  ['ERROR: failed'],
  ['[ERROR] failed'],
  ['[INFO] starting'],
  ['order A-1001 is locked'],
  ['[A-1001] is locked'],
  ['HTTP_PROXY is not set'],
  ['max_items must be at most 100'],
  ['Forbidden'],
  ['GitHub: rate limited'],
  ['404 Not Found'],
  ['{"error":"no such order"}'],
  ['{"error":"http://127.0.0.1:4173/x"}'],
  ['{"error":true}'],
  ['{"error":{"message":"no such order"}}'],
  ['{"code":"ok"}'],
  ['{"code":"見つかりません"}'],
  ['{"code":""}'],
  ['{"code":{"code":"x"}}'],
  ['["code"]'],
  ['{"code": "cut'],
  [''],
])('%s says no code', (said) => {
  expect(codeIn(text(said))).toBeNull();
  expect(outcomeOf(answered('tools/call', text(said)))).toEqual({ outcome: 'tool_error', code: 'tool_error' });
});

describe('a code', () => {
  test('comes from structured content first', () => {
    expect(codeIn({ ...text('NOT_FOUND: x'), structuredContent: { error: { code: 'gone' } } })).toBe('gone');
  });

  test('is the envelope’s where there is one', () => {
    const envelope = text('{"ok":false,"code":"env_unavailable","error":"other_word"}');
    expect(outcomeOf(answered('tools/call', envelope))).toEqual({ outcome: 'tool_error', code: 'env_unavailable' });
  });

  test('is not looked for in what went well', () => {
    expect(outcomeOf(answered('tools/call', { content: [{ type: 'text', text: 'NOT_FOUND: a story' }] }))).toEqual({
      outcome: 'ok',
      code: 'ok',
    });
  });

  test('is not looked for far into a text, however long that is', () => {
    expect(codeIn(text(`${' '.repeat(1024 * 1024)}NOT_FOUND: x`))).toBeNull();
    expect(codeIn(text('a_'.repeat(1024 * 1024)))).toBeNull();
    expect(codeIn(text(`{"code":"${'a.'.repeat(1024 * 1024)}"}`))).toBeNull();
    expect(codeIn({ isError: true })).toBeNull();
    expect(codeIn(null)).toBeNull();
  });
});
