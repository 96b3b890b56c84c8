import { describe, expect, test } from 'vitest';
import { denialIn } from '../../src/cases/denied.ts';
import { mismatches } from '../../src/cases/expectation.ts';
import type { Observation } from '../../src/model/observation.ts';

function seen(over: Partial<Observation>): Observation {
  return {
    outcome: 'tool_error',
    code: 'tool_error',
    jsonrpcCode: null,
    retryable: null,
    attempts: null,
    ms: 1,
    result: null,
    message: '',
    schemaProblem: null,
    refusesArguments: false,
    rawException: null,
    bytes: 0,
    ...over,
  };
}

const withCode = (code: string) => seen({ code, message: `${code} happened` });
const inWords = (message: string) => seen({ message });
const rpc = (message: string, jsonrpcCode = -32000) => seen({ outcome: 'rpc_error', code: String(jsonrpcCode), jsonrpcCode, message });
const http = (code: string) => seen({ outcome: 'policy_denied', code });

describe('a call was denied because of who made it', () => {
  test.each(
    [
      'forbidden',
      'tool_forbidden',
      'unauthorized',
      'unauthorised',
      'access_denied',
      'permission_denied',
      'permission_denied_for_role',
      'insufficient_scope',
      'insufficient_permissions',
      'scope_missing',
      'missing_scope',
      'role_required',
      'not_permitted',
      'not_authorized',
      'no_access',
      'auth_required',
      'invalid_token',
      '403',
      'http_401',
    ].map((code) => [code]),
  )('by the code %s', (code) => {
    expect(denialIn(withCode(code))).toBe(code);
  });

  test.each<[string, Observation]>([
    ['HTTP 401 without a word', http('http_401')],
    ['HTTP 403 with a challenge', http('insufficient_scope')],
    ['an error of JSON-RPC in words', rpc('Forbidden')],
    ['an error of JSON-RPC with the number of HTTP', rpc('no', 403)],
    ['words of the text', inWords('Permission denied: ask an administrator')],
    ['words of the text, longer', inWords('Sorry, you do not have the orders:write scope')],
    ['words of the text, shorter', inWords('requires the admin role')],
    ['a tool that is not there for it', rpc('Unknown tool: cancel_order', -32602)],
    ['a tool that is not there for it, by an SDK', inWords('MCP error -32602: Tool cancel_order not found')],
    ['a tool that is not there for it, by another SDK', inWords('Unknown tool: cancel_order')],
  ])('by %s', (_, each) => {
    expect(denialIn(each)).not.toBe(null);
  });
});

describe('a call was let through', () => {
  test.each<[string, Observation]>([
    ['it went well', seen({ outcome: 'ok', code: 'ok', message: 'access denied, says the page' })],
    ['want of a grant', http('write_not_enabled')],
    ['a business refusal', withCode('order_not_found')],
    ['a business refusal that speaks of access', seen({ code: 'door_locked', message: 'access denied by the door' })],
    ['an origin that the adapter does not open', withCode('origin_not_allowed')],
    ['a role that is not there', withCode('role_not_found')],
    ['arguments', withCode('invalid_arguments')],
    ['arguments, in words', inWords('Input validation error: order_id is required')],
    ['the file system', inWords("EACCES: permission denied, open '/srv/a'")],
    ['the file system of a server', inWords('Access denied - path outside allowed directories: /etc')],
    ['a failure inside', rpc('Tool cancel_order not found in the registry', -32603)],
    ['a time that is up', seen({ outcome: 'timeout', code: 'timeout', message: 'no answer' })],
    ['an adapter that is gone', seen({ outcome: 'transport', code: 'gone', message: 'forbidden' })],
  ])('%s', (_, each) => {
    expect(denialIn(each)).toBe(null);
  });
});

test('what is denied is shown on one line and not in full', () => {
  expect(denialIn(inWords(`forbidden\u001b[31m\n${'x'.repeat(5_000)}`))).toMatch(/^"forbidden\\u\{1b\}\[31m x{1,100}…"$/);
  expect(denialIn(withCode(`forbidden_${'x'.repeat(5_000)}`))?.length).toBeLessThan(100);
});

test('a hostile text ends the search', () => {
  for (const part of ['requires the ', 'tool ', 'scope ', 'not allowed to ', '('])
    expect(denialIn(inWords(part.repeat(200_000)))).toBe(null);
});

describe('an expectation of a denial', () => {
  const told = (denied: boolean, each: Observation) => mismatches({ denied }, each).map(({ check, message }) => `${check}: ${message}`);

  test('is met or not, in words', () => {
    expect(told(true, withCode('forbidden'))).toEqual([]);
    expect(told(false, withCode('order_not_found'))).toEqual([]);
    expect(told(true, withCode('order_not_found'))).toEqual([
      'denied: the call was let through ("order_not_found"), expected that the caller is denied it',
    ]);
    expect(told(true, seen({ outcome: 'ok', code: 'ok' }))).toEqual([
      'denied: the call was let through (it went well), expected that the caller is denied it',
    ]);
    expect(told(false, withCode('forbidden'))).toEqual([
      'denied: the caller was denied it (forbidden), expected that the call is let through',
    ]);
  });

  test('is never met without an answer, and nothing else is said of a call that does not meet it', () => {
    for (const denied of [true, false])
      expect(told(denied, seen({ outcome: 'timeout', code: 'timeout', message: 'in 5 s' }))).toEqual([
        'denied: no answer came (timeout): "in 5 s"',
      ]);
    expect(mismatches({ denied: true, code: 'x', max_ms: 0 }, withCode('other')).map(({ check }) => check)).toEqual(['denied']);
  });
});
