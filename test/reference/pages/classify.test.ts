import { describe, expect, test } from 'vitest';
import { TimeUp } from '../../../src/kit/time-up.ts';
import { ToolError } from '../../../src/kit/tool-error.ts';
import type { GuardFailure } from '../../../src/reference/guard/guard.ts';
import { classify, type Facts, httpError, refusedByProxy } from '../../../src/reference/pages/classify.ts';

const FACTS: Facts = { connected: true, crashed: false, download: false, guard: null, during: 'navigation', sent: false };
const LOG = '\nCall log:\n\u001b[2m  - navigating to "http://127.0.0.1:4173/", waiting until "domcontentloaded"\u001b[22m\n';
const CLOSED = 'page.evaluate: Target page, context or browser has been closed';

describe('what the driver says becomes a code', () => {
  test.each<[string, string, boolean, Partial<Facts>?]>([
    ['page.goto: net::ERR_NAME_NOT_RESOLVED at http://nowhere.test/', 'dns_failed', false],
    ['page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:4173/', 'target_unreachable', true],
    ['page.goto: net::ERR_CONNECTION_RESET at http://127.0.0.1:4173/', 'target_unreachable', true],
    ['page.goto: net::ERR_EMPTY_RESPONSE at http://127.0.0.1:4173/', 'target_unreachable', true],
    ['page.goto: net::ERR_TUNNEL_CONNECTION_FAILED at https://127.0.0.1:4173/', 'target_unreachable', true],
    ['page.goto: net::ERR_CERT_AUTHORITY_INVALID at https://127.0.0.1:4173/', 'tls_failed', false],
    ['page.goto: net::ERR_SSL_PROTOCOL_ERROR at https://127.0.0.1:4173/', 'tls_failed', false],
    ['page.goto: net::ERR_TOO_MANY_REDIRECTS at http://127.0.0.1:4173/', 'redirect_loop', false],
    ['page.goto: Timeout 3000ms exceeded.', 'timeout', true],
    ['page.goto: net::ERR_CONNECTION_TIMED_OUT at http://127.0.0.1:4173/', 'timeout', true],
    ['page.goto: net::ERR_PROXY_CONNECTION_FAILED at http://127.0.0.1:4173/', 'egress_unavailable', true],
    ['page.goto: net::ERR_SOCKS_CONNECTION_FAILED at http://127.0.0.1:4173/', 'egress_unavailable', true],
    ['page.goto: net::ERR_INVALID_AUTH_CREDENTIALS at http://127.0.0.1:4173/', 'egress_auth_failed', false],
    ['page.goto: net::ERR_UNSAFE_PORT at http://127.0.0.1:1/', 'url_blocked', false],
    ['page.goto: net::ERR_UNSAFE_REDIRECT at http://127.0.0.1:4173/', 'url_blocked', false],
    ['page.goto: net::ERR_BLOCKED_BY_CLIENT at http://127.0.0.1:4173/', 'url_blocked', false],
    ['page.goto: Protocol error (Page.navigate): Cannot navigate to invalid URL', 'url_blocked', false],
    ['page.goto: Download is starting', 'download_blocked', false],
    ['page.goto: net::ERR_ABORTED at http://127.0.0.1:4173/', 'download_blocked', false, { download: true }],
    ['page.goto: Timeout 3000ms exceeded.', 'download_blocked', false, { download: true }],
    ['page.goto: net::ERR_ABORTED at http://127.0.0.1:4173/', 'page_failed', true],
    ['page.evaluate: Execution context was destroyed, most likely because of a navigation', 'page_failed', true, { during: 'read' }],
    ['page.goto: net::ERR_ABORTED at http://127.0.0.1:4173/', 'page_crashed', true, { crashed: true }],
    ['page.evaluate: Target crashed ', 'page_crashed', true],
    ['locator.click: Page crashed', 'page_crashed', true],
    [CLOSED, 'env_lost', true, { connected: false }],
    [CLOSED, 'page_closed', true],
    ['page.goto: net::ERR_ABORTED; maybe frame was detached?', 'page_closed', true],
    ['browserType.connectOverCDP: connect ECONNREFUSED 127.0.0.1:4173', 'env_unavailable', true],
    ['browserType.connectOverCDP: Timeout 500ms exceeded.', 'env_unavailable', true, { connected: false }],
    ["locator.click: Error: strict mode violation: locator('li') resolved to 30 elements:", 'target_ambiguous', false, { during: 'write' }],
    ["locator.click: Timeout 500ms exceeded.\nCall log:\n  - waiting for locator('#none')", 'target_not_found', false, { during: 'write' }],
    [
      "locator.click: Timeout 500ms exceeded.\nCall log:\n  - waiting for locator('#off')\n    - locator resolved to <button disabled></button>",
      'target_not_actionable',
      true,
      { during: 'write' },
    ],
    ['page.screenshot: something that nobody has seen before', 'page_failed', true, { during: 'read' }],
  ])('%s %s', (text, code, retryable, facts = {}) => {
    const told = classify(new Error(text + LOG), { ...FACTS, ...facts });
    expect({ code: told.code, retryable: told.retryable }).toEqual({ code, retryable });
  });
});

const MESSAGE = 'shop.test is not allowed';
const blocked: GuardFailure = { at: 1, host: 'shop.test', port: 443, code: 'url_blocked', retryable: false, message: MESSAGE };

describe('the guard knows more of the network than the browser', () => {
  test.each([
    'page.goto: net::ERR_TUNNEL_CONNECTION_FAILED at https://shop.test/',
    'page.goto: net::ERR_EMPTY_RESPONSE at http://shop.test/',
    'page.goto: Timeout 3000ms exceeded.',
  ])('%s', (text) => {
    expect(classify(new Error(text), { ...FACTS, guard: blocked })).toMatchObject({
      code: 'url_blocked',
      retryable: false,
      message: MESSAGE,
    });
  });

  test('but nothing of certificates, downloads and crashes', () => {
    const codes = ['net::ERR_CERT_DATE_INVALID', 'Download is starting', 'Page crashed'].map(
      (text) => classify(new Error(`page.goto: ${text}`), { ...FACTS, guard: blocked }).code,
    );
    expect(codes).toEqual(['tls_failed', 'download_blocked', 'page_crashed']);
  });

  test.each([true, false])('a name that may be found later is retryable (%s)', (retryable) => {
    const guard: GuardFailure = { ...blocked, code: 'dns_failed', retryable };
    expect(classify(new Error('page.goto: net::ERR_TUNNEL_CONNECTION_FAILED at x'), { ...FACTS, guard }).retryable).toBe(retryable);
  });
});

describe('once a write was sent, nobody knows what it did', () => {
  const sent: Facts = { ...FACTS, during: 'write', sent: true };

  test.each([
    ['a crash', new Error('locator.click: Target crashed '), sent],
    ['the page closed', new Error(CLOSED), sent],
    ['the browser gone', new Error(CLOSED), { ...sent, connected: false }],
    ['a time-out', new Error('locator.click: Timeout 500ms exceeded.'), sent],
    ['a time-out of ours', new TimeUp(500), sent],
  ])('%s', (_, error, facts) => {
    expect(classify(error, facts)).toMatchObject({ code: 'outcome_unknown', retryable: false });
  });

  test('a write that was not sent did nothing', () => {
    expect(classify(new Error(CLOSED), { ...sent, sent: false })).toMatchObject({ code: 'page_closed', retryable: true });
  });
});

test('a failure that says its code itself is left as it is, whatever is known beside', () => {
  const error = new ToolError('target_not_found');
  expect(classify(error, { ...FACTS, connected: false, during: 'write', sent: true })).toBe(error);
});

test('what the driver said goes to the log only', () => {
  const error = new Error(`page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:4173/secret${LOG}`);
  const { message, data, cause } = classify(error, FACTS);
  expect(cause).toBe(error);
  expect(JSON.stringify({ message, data })).not.toMatch(/net::|4173|Call log|goto|\u001b/);
});

test('text of a page that stands further back in an error decides nothing', () => {
  const text = "locator.click: Timeout 500ms exceeded.\nCall log:\n  - waiting for getByText('net::ERR_CERT_INVALID Target crashed')";
  expect(classify(new Error(text), FACTS).code).toBe('target_not_found');
});

test.each([
  [400, 'http_error', false],
  [403, 'http_error', false],
  [404, 'http_error', false],
  [407, 'http_error', false],
  [408, 'http_error', true],
  [429, 'http_error', true],
  [500, 'http_error', true],
  [503, 'http_error', true],
])('HTTP %i is %s, retryable: %s', (status, code, retryable) => {
  expect(httpError(status)).toMatchObject({ code, retryable, data: { http_status: status } });
});

test("HTTP 407 is the proxy's where no guard keeps it, and the site's behind one", () => {
  const guard = { url: '', failureFor: () => null, counts: { connections: 0, blocked: 0 }, close: async () => {} };
  expect(refusedByProxy(407, null)).toMatchObject({ code: 'egress_auth_failed', retryable: false });
  expect(refusedByProxy(407, guard)).toBeNull();
  expect(refusedByProxy(403, null)).toBeNull();
});
