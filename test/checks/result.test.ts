import { describe, expect, test } from 'vitest';
import { base64Fault, longestBase64, typeOfBytes } from '../../src/checks/result/base64.ts';
import { failureIn } from '../../src/checks/result/failure.ts';
import type { CallExample } from '../../src/checks/rule.ts';
import { sampleCall } from '../../src/checks/sample.ts';
import { judgeCalls, linesOf, text } from './calls.ts';

const outputSchema = { type: 'object', properties: { data: { type: 'string' } }, required: ['data'] };

describe('one fault is one finding', () => {
  const cases: [string, CallExample, string[]][] = [
    ['an old toolResult wrapper', { result: { toolResult: { content: [] } } }, ['error result/content-missing']],
    ['a wrapper where outputSchema is declared', { tool: { outputSchema }, result: { toolResult: 1 } }, ['error result/content-missing']],
    ['a plain object', { result: { ok: true, id: 88231, content: 'delivered' } }, ['error result/content-not-array']],
    ['a structured list', { result: { content: [], structuredContent: [{ id: 1 }] } }, ['error result/structured-not-object']],
    [
      'a structured list where outputSchema wants an object',
      { tool: { outputSchema }, result: { ...text('[]'), structuredContent: [] } },
      ['error result/structured-not-object'],
    ],
    [
      'text only where outputSchema is declared',
      { tool: { outputSchema }, result: text({ data: 'x' }) },
      ['error result/structured-missing'],
    ],
    [
      'a failure without isError where outputSchema is declared',
      { tool: { outputSchema }, result: text('Error: no such host') },
      ['warning result/error-as-success'],
    ],
    [
      'an error result whose structured content breaks outputSchema',
      { tool: { outputSchema }, result: { isError: true, ...text('admin rights needed'), structuredContent: { error: { code: 7 } } } },
      ['warning result/error-structured-mismatch'],
    ],
    [
      'a JSON-RPC error for a failure of the tool',
      { error: { code: -32000, message: 'ERP timed out' } },
      ['warning result/protocol-error-for-tool-failure'],
    ],
    [
      'a large list of rows',
      { result: text(Array.from({ length: 9_000 }, (_, id) => ({ id, name: 'row' }))) },
      ['warning result/too-large'],
    ],
    [
      'a data URI as picture',
      { result: { content: [{ type: 'image', mimeType: 'image/png', data: `data:image/png;base64,${'A'.repeat(40_000)}` }] } },
      ['error result/image-data-uri'],
    ],
    ['a picture as text', { result: text({ type: 'image', data: 'QUJD'.repeat(30_000) }) }, ['warning result/base64-in-text']],
    [
      'a stack trace as error',
      { result: { isError: true, ...text('Traceback (most recent call last):\n  File "a.py", line 1') } },
      ['warning result/raw-exception'],
    ],
    ['a wrong isError', { result: { isError: 'true', ...text('Error: no') } }, ['error result/member-type']],
    [
      'a tool that tools/call does not know',
      { error: { code: -32602, message: 'Tool find_order not found' } },
      ['error call/listed-tool-unknown'],
    ],
  ];
  test.each(cases)('%s', async (_name, example, expected) => {
    expect(await linesOf([example])).toEqual(expected);
  });
});

test('each invalid content item is named with its index', async () => {
  const items = [{ type: 'text', text: { subject: 'hi' } }, 'loose text', { type: 'image', data: 'AAAA' }, { type: 'json', json: {} }];
  const [finding, ...others] = await judgeCalls([{ result: { content: items } }]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'result/content-item-invalid', severity: 'error', count: 4 });
  for (const place of [
    'content[0].text: is an object',
    'content[1]: is a text',
    'content[2].mimeType: is missing',
    'content[3]: has the type "json"',
  ])
    expect(finding?.message).toContain(place);
});

test('the message names what a person needs', async () => {
  const said = async (example: CallExample) => (await judgeCalls([example]))[0]?.message;
  expect(await said({ result: { ok: true, id: 1, content: 'delivered' } })).toContain(
    'a plain object ("ok", "id" and "content" as a text)',
  );
  expect(await said({ result: { toolResult: {} } })).toContain('found: "toolResult"');
  expect(await said({ result: text('Error: card declined (402)') })).toContain('"Error: card declined (402)"');
  expect(await said({ error: { code: -32000, message: 'ERP timed out' } })).toContain('error -32000 "ERP timed out"');
  expect(await said({ result: text({ data: 'QUJD'.repeat(30_000) }) })).toContain('content[0].text: holds 120,000 characters of base64');
  expect(await said({ result: text('a row; '.repeat(32_000)) })).toContain(
    '219 KiB of text (about 56,000 tokens); Claude Code refuses more than 25,000',
  );
});

test('a list as structured content is fine from 2026-07-28', async () => {
  const modern = { revision: '2026-07-28', era: 'modern' as const };
  const result = { resultType: 'complete', ...text([{ id: 1 }]), structuredContent: [{ id: 1 }] };
  expect(await linesOf([{ result }], modern)).toEqual([]);
});

test('a correct adapter in its own envelope gets no finding', async () => {
  const ok = {
    ok: true,
    code: 'ok',
    retryable: false,
    attempts: 1,
    task_id: 't-1',
    elapsed_ms: 12,
    orders: [{ id: 1 }],
    count: 1,
    truncated: false,
  };
  const no = {
    ok: false,
    code: 'order_unknown',
    retryable: false,
    attempts: 1,
    task_id: 't-1',
    elapsed_ms: 3,
    message: 'there is no order 7',
  };
  const calls = [{ result: { ...text(ok), structuredContent: ok } }, { result: { ...text(no), structuredContent: no, isError: true } }];
  expect(await linesOf(calls)).toEqual([]);
});

describe('failureIn', () => {
  const told = (value: unknown, name = 'pay', more = {}) => failureIn(sampleCall({ tool: { name }, result: { ...text(value), ...more } }));
  test.each([
    'Error: card declined',
    'ERROR - the ERP is down',
    '[ERROR] no connection',
    'Unexpected error (402): declined',
    'Error executing tool pay: 1 validation error',
    'ValueError: invalid literal',
    'Failed to connect to the ERP',
    'Request failed with status code 502',
    'HTTP 500: upstream',
    'Internal Server Error',
    '❌ Payment was refused',
    '⚠️ Error: no stock',
    'Fehler: Karte abgelehnt',
    'エラー: カードが拒否されました',
    'Permission denied',
    { ok: false },
    { success: false, message: 'declined' },
    { error: 'declined' },
    { error: { code: 402 } },
    { status: 'error', message: 'declined' },
    { data: null, errors: [{ message: 'declined' }] },
    { isError: true, content: [{ type: 'text', text: 'declined' }] },
  ])('tells of a failure: %j', (value) => {
    expect(told(value)).toBeTruthy();
  });
  test.each([
    ['Errors found: 0', 'lint_report'],
    ['Errors found: 0', 'pay'],
    ['No errors', 'pay'],
    ['Error: none', 'pay'],
    ['Error rate: 0.2 %', 'pay'],
    ['Error: 0 of 12', 'pay'],
    ['Error handling in Go is explicit', 'pay'],
    ['Error: E12 means that the card was declined', 'explain_code'],
    ['Error: disk full\nat 12:00', 'read_file'],
    ['1. Error: cannot find module\nhttps://example.invalid', 'search'],
    ['ERROR disk full\nINFO restarted\nERROR disk full', 'pay'],
    ['❌ 3 of 12 tests failed', 'pay'],
    ['❌ a\n✅ b', 'pay'],
    ['Timeout: 30 s', 'pay'],
    ['Cannot be combined with other offers.', 'pay'],
    [{ error: null, items: [] }, 'pay'],
    [{ error: '' }, 'pay'],
    [{ job: 7, status: 'failed', error: 'disk full' }, 'get_job'],
    [{ status: 'failed', error: 'disk full' }, 'get_job_status'],
    [{ ok: false, problems: ['no vat'] }, 'review'],
    [{ ok: false, errors: [{ line: 3, message: 'semicolon' }] }, 'style'],
    [{ ok: true, code: 'ok', message: 'Error: none' }, 'pay'],
    [[{ error: 'x' }], 'pay'],
  ])('tells of no failure: %j from %s', (value, name) => {
    expect(told(value, name)).toBeNull();
  });
});

describe('base64', () => {
  const real = Buffer.from(Array.from({ length: 30_000 }, (_, n) => (n * 7919) % 251)).toString('base64');
  test('is found bare, in lines, as data URI, and in JSON of PHP', () => {
    expect(longestBase64(real)).toBe(real.length);
    expect(longestBase64(real.replace(/.{76}/g, '$&\r\n'))).toBe(real.length);
    expect(longestBase64(`picture: data:image/png;base64,${real} done`)).toBe(real.length);
    expect(longestBase64(JSON.stringify({ data: real }).replaceAll('/', '\\/'))).toBeGreaterThanOrEqual(real.length);
  });
  test.each([
    ['a filler', 'x'.repeat(100_000)],
    ['hexadecimal digits', 'DEADBEEF0123'.repeat(5_000)],
    ['words, one a line', 'Incomprehensibilities2\n'.repeat(5_000)],
    ['checksums, one a line', `${'0a1b2c3d'.repeat(8)}\n`.repeat(1_000)],
    ['a gene', JSON.stringify({ sequence: 'GATTACA'.repeat(9_000) })],
    ['a small picture', real.slice(0, 16_000)],
  ])('is not seen in %s', (_name, value) => {
    expect(longestBase64(value)).toBe(0);
  });
  test('is searched for in linear time', () => {
    const began = performance.now();
    for (const each of ['x', 'aB1/', 'aB1/ ', `${'aB1'.repeat(17)}\n`, `${'a'.repeat(47)} `])
      longestBase64(each.repeat((8 * 2 ** 20) / each.length));
    expect(performance.now() - began).toBeLessThan(5_000);
  });
  test('faults are named', () => {
    expect(base64Fault('iVBORw0KGgo=')).toBeNull();
    expect(base64Fault('iVBORw0K\nGgo=')).toBeNull();
    expect(base64Fault('iVBORw0KGgo')).toMatch('padding');
    expect(base64Fault('-_BORw0KGgo=')).toMatch('base64url');
    expect(base64Fault('https://example.invalid/a.png')).toMatch('URL');
    expect(base64Fault('a b.png')).toBe('is not base64');
    expect(base64Fault('AAAAA')).toMatch('impossible');
    expect(base64Fault('AA=A')).toBe('is not base64');
  });
  test('bytes tell their type', () => {
    expect(typeOfBytes('iVBORw0KGgoAAAAN')).toBe('image/png');
    expect(typeOfBytes('/9j/4AAQSkZJRg==')).toBe('image/jpeg');
    expect(typeOfBytes(Buffer.from('RIFF....WEBPVP8 ').toString('base64'))).toBe('image/webp');
    expect(typeOfBytes('AAAA')).toBeNull();
  });
});

test('hostile results are judged without an exception', async () => {
  let deep: unknown = 'x';
  for (let n = 0; n < 3_000; n++) deep = n % 2 ? { a: deep } : [deep];
  const wild = [null, 1, '', [], {}, deep, '\ud800', true, { __proto__: null, type: 'text' }];
  const results = wild.flatMap((each) => [
    each,
    { content: each, isError: each, structuredContent: each, _meta: each },
    { content: [each, { type: each, text: each, data: each, mimeType: each, uri: each, name: each, resource: each, annotations: each }] },
    { content: [{ type: 'resource', resource: { uri: each, blob: each, text: each } }], isError: true, structuredContent: deep },
  ]);
  const tools = wild.map((each) => ({ outputSchema: each, _meta: each, description: each, annotations: each }));
  const examples = results.map((result, n) => ({ result, tool: tools[n % tools.length] ?? {} }));
  const errors = wild.map((error) => ({ error: error || 1, tool: {} }));
  const findings = await judgeCalls([...examples, ...errors]);
  for (const { message } of findings) expect(message).not.toMatch(/undefined|\[object|NaN/);
  expect(findings.length).toBeGreaterThan(0);
}, 60_000);

test('long texts made to be slow are judged quickly', async () => {
  const parts = [' at a', '\n at a:1', 'a.', 'Aa', 'File "', 'error ', 'a failed', '\\n', '❌\n', '{"a":', ' \n', 'a_'];
  const examples = parts.flatMap((part) =>
    [100, 2_000, 2 ** 21].map((length) => ({ result: { isError: length > 100, ...text(part.repeat(length / part.length)) } })),
  );
  const began = performance.now();
  await judgeCalls(examples);
  expect(performance.now() - began).toBeLessThan(5_000);
}, 60_000);
