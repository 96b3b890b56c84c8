import { describe, expect, test } from 'vitest';
import { messageTemplate } from '../../src/cases/message-template.ts';

const template = (message: string, ...handles: string[]) => messageTemplate(message, handles);

// One bug seen twice, and what both come to.
const SAME: [name: string, first: string, second: string, expected: string][] = [
  ['an order in quotes', 'there is no order "A-1001"', 'there is no order "A-1002"', 'there is no order <text>'],
  ['an order without quotes', 'order A-1001 is closed', 'order B-77 is closed', 'order <id> is closed'],
  ['a count', 'expected 3 lines, got 17', 'expected 4 lines, got 2', 'expected <n> lines, got <n>'],
  ['a decimal and its thousands', 'total 1,234.50 exceeds 900', 'total 17.5 exceeds 2,000', 'total <n> exceeds <n>'],
  ['a UUID', 'job 7d444840-9dc0-11d1-b245-5ffdce74fad2 was lost', 'job 6ba7b810-9dad-11d1-80b4-00c04fd430c8 was lost', 'job <id> was lost'],
  ['a hex id', 'commit deadbeef not found', 'commit 0a1b2c3d not found', 'commit <id> not found'],
  ['an address', 'segfault at 0x7ffe01', 'segfault at 0x10', 'segfault at <id>'],
  ['an ISO time', 'token expired at 2026-11-30T02:00:00.000Z', 'token expired at 2026-12-01T17:30:11+01:00', 'token expired at <time>'],
  ['a time of a log', '2026-11-30 02:00:00,123 connection lost', '2026-12-24 23:59:59,999 connection lost', '<time> connection lost'],
  [
    'an HTTP date',
    'not modified since Mon, 30 Nov 2026 02:00:00 GMT',
    'not modified since Tue, 01 Dec 2026 11:22:33 GMT',
    'not modified since <time>',
  ],
  ['milliseconds and seconds', 'gave up after 999ms', 'gave up after 1.2 s', 'gave up after <time>'],
  ['a second and seconds', 'timed out after 1 second', 'timed out after 30 seconds', 'timed out after <time>'],
  ['a size', 'body of 3.4 MiB is too large', 'body of 12 MiB is too large', 'body of <n> is too large'],
  [
    'a URL of another port',
    'GET http://127.0.0.1:4173/orders failed',
    'GET http://127.0.0.1:51000/orders failed',
    'GET http://<host>/orders failed',
  ],
  [
    'a URL with ids and a query',
    'https://erp.example/orders/77/lines?token=a1 is gone',
    'https://erp.example/orders/78/lines?token=b2 is gone',
    'https://erp.example/orders/<id>/lines is gone',
  ],
  ['JSON within the text', '{"error":{"code":5,"message":"no order 7"}}', '{"error":{"code":5,"message":"no order 8"}}', 'no order <n>'],
  ['curly quotes and an apostrophe', 'can’t open “a”', 'can’t open “b”', 'can’t open <text>'],
  ['an apostrophe within a quoted text', "there is no 'Bob's shop'", "there is no 'Eve's cart'", 'there is no <text>'],
  [
    'base64',
    'bad key QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2w1Ng==',
    'bad key c29tZSBvdGhlciBieXRlcyB0aGF0IG5vYm9keSBjYW4gcmVhZCBhdCBhbGw5',
    'bad key <id>',
  ],
  // Node
  [
    'Node: a missing file',
    "ENOENT: no such file or directory, open '/home/a/orders.json'",
    "ENOENT: no such file or directory, open '/tmp/x9/orders.json'",
    'ENOENT: no such file or directory, open <text>',
  ],
  ['Node: a refused connection', 'connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:40001', 'connect ECONNREFUSED <n>'],
  [
    'Node: a stack',
    "TypeError: Cannot read properties of undefined (reading 'lines')\n    at find (/srv/a/orders.js:10:5)\n    at async main",
    "TypeError: Cannot read properties of undefined (reading 'lines')\n    at find (/home/b/orders.js:12:7)",
    "TypeError: Cannot read properties of undefined (reading 'lines')",
  ],
  [
    'Node: a module at another place',
    'Cannot find module /srv/app-1/node_modules/x/index.js',
    'Cannot find module /home/ci/build/node_modules/x/index.js',
    'Cannot find module <path>',
  ],
  // Python
  [
    'Python: a traceback',
    'Traceback (most recent call last):\n  File "/srv/a.py", line 3, in find\n    raise OrderError(id)\nshop.OrderError: order 7 is locked\n',
    'Traceback (most recent call last):\n  File "/home/b.py", line 9, in find\n    raise OrderError(id)\nshop.OrderError: order 8 is locked\n',
    'shop.OrderError: order <n> is locked',
  ],
  [
    'Python: a traceback after another one',
    'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "a.py", line 5\nValueError: bad total 5',
    'Traceback (most recent call last):\n  File "a.py", line 2\nKeyError: 22\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "a.py", line 7\nValueError: bad total 61',
    'ValueError: bad total <n>',
  ],
  [
    'Python: an object',
    '<shop.Order object at 0x7f01> is not JSON serializable',
    '<shop.Order object at 0x7fff2> is not JSON serializable',
    '<shop.Order object at <id>> is not JSON serializable',
  ],
  [
    'Python: an errno',
    '[Errno 111] Connection refused to 10.0.0.7',
    '[Errno 111] Connection refused to 10.0.0.12',
    '[Errno 111] Connection refused to <n>',
  ],
  // Java
  [
    'Java: a stack with a cause',
    'java.lang.IllegalStateException: order 7 has no lines\n\tat shop.Orders.find(Orders.java:31)\n\t... 12 more\nCaused by: java.io.IOException: x',
    'java.lang.IllegalStateException: order 9 has no lines\n\tat shop.Orders.find(Orders.java:33)',
    'java.lang.IllegalStateException: order <n> has no lines',
  ],
  ['Java: an object', 'cannot cast shop.Order@1b6d3586', 'cannot cast shop.Order@4554617c', 'cannot cast shop.Order@<id>'],
  // Go
  [
    'Go: a panic',
    'panic: runtime error: index out of range [5] with length 3\n\ngoroutine 17 [running]:\nmain.find(0xc000)',
    'panic: runtime error: index out of range [8] with length 4\n\ngoroutine 1 [running]:\nmain.find(0xc0de)',
    'panic: runtime error: index out of range [<n>] with length <n>',
  ],
  [
    'Go: a deadline',
    'Get "http://localhost:8080/v1": context deadline exceeded after 1m30.5s',
    'Get "http://localhost:8081/v1": context deadline exceeded after 999ms',
    'Get <text>: context deadline exceeded after <time>',
  ],
  ['Go: a path with its line', 'orders/find.go:31: unexpected EOF', 'orders/find.go:33: unexpected EOF', '<path>: unexpected EOF'],
  // .NET
  [
    '.NET: a stack on Windows',
    'System.InvalidOperationException: Sequence contains no elements\r\n   at Shop.Orders.Find(Int32 id) in C:\\src\\Orders.cs:line 31',
    'System.InvalidOperationException: Sequence contains no elements\r\n   at Shop.Orders.Find(Int32 id) in D:\\a\\Orders.cs:line 40',
    'System.InvalidOperationException: Sequence contains no elements',
  ],
  ['.NET: a file', 'could not open C:\\Users\\a\\orders.db now', 'could not open D:\\data\\orders.db now', 'could not open <path> now'],
  // Playwright
  [
    'Playwright: a time-out with its log',
    "page.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for locator('#a')",
    "page.click: Timeout 5000ms exceeded.\nCall log:\n  - waiting for locator('#b')\n  - retrying",
    'page.click: Timeout <time> exceeded.',
  ],
  [
    'Playwright: a page that is not there',
    'page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:40001/form',
    'page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:40002/form',
    'page.goto: net::ERR_CONNECTION_REFUSED at http://<host>/form',
  ],
  // HTTP clients
  [
    'an HTTP status with a request id',
    'Request failed with status code 404 (request req_01HX2)',
    'Request failed with status code 404 (request req_77)',
    'Request failed with status code 404 (request <id>)',
  ],
  [
    'a code of JSON-RPC',
    'MCP error -32602: 2 arguments are wrong',
    'MCP error -32602: 3 arguments are wrong',
    'MCP error -32602: <n> arguments are wrong',
  ],
  ['white space', ' no\n  such\torder ', 'no such order', 'no such order'],
];

test.each(SAME)('%s gives one template in two runs', (_, first, second, expected) => {
  expect(template(first)).toBe(expected);
  expect(template(second)).toBe(expected);
});

const DIFFERENT: [string, string][] = [
  ['invalid status "x"', 'invalid colour "x"'],
  ['Request failed with status code 404', 'Request failed with status code 500'],
  ['HTTP 502', 'HTTP 504'],
  ['process exited with exit code 1', 'process exited with exit code 137'],
  ['MCP error -32602: no', 'MCP error -32603: no'],
  ["Cannot read properties of undefined (reading 'lines')", "Cannot read properties of undefined (reading 'total')"],
  ["AttributeError: 'NoneType' object has no attribute 'lines'", "AttributeError: 'NoneType' object has no attribute 'total'"],
  ['"colour" is required', '"size" is required'],
  ['missing required property "colour"', 'missing required property "size"'],
  ['{"colour": "must be a text"}', '{"size": "must be a text"}'],
  ['/properties/colour must be string', '/properties/size must be string'],
  ['GET /orders failed', 'GET /customers failed'],
  ['http://erp.example/orders is gone', 'http://erp.example/customers is gone'],
  ['net::ERR_CONNECTION_REFUSED', 'net::ERR_NAME_NOT_RESOLVED'],
  ['no such order', 'no such customer'],
];

test.each(DIFFERENT)('%s and %s are two bugs', (first, second) => {
  expect(template(first)).not.toBe(template(second));
});

describe('handles of the run', () => {
  test('are placeholders wherever they stand as a whole', () => {
    expect(template('environment blue-lake is gone (blue-lake)', 'blue-lake')).toBe('environment <id> is gone (<id>)');
    expect(template('task nightly is over', 'nightly')).toBe('task <id> is over');
    expect(template('see http://127.0.0.1:4/a/b', 'http://127.0.0.1:4')).toBe('see <id>/a/b');
  });

  test('are no parts of words, and expressions in them are only characters', () => {
    expect(template('the lakeside is closed', 'lake')).toBe('the lakeside is closed');
    expect(template('a.c and abc', 'a.c')).toBe('<id> and abc');
    expect(template('what (now)?', '(now)?')).toBe('what <id>');
  });

  test('the longest of two that begin alike is found', () => {
    expect(template('blue-lake is gone', 'blue', 'blue-lake')).toBe('<id> is gone');
  });
});

test('the template has at most 300 characters and no half of a character at its end', () => {
  expect(template('word '.repeat(1000))).toHaveLength(300);
  expect(template(`${'x '.repeat(149)}x👩`)).toBe(`${'x '.repeat(149)}x`);
});

test('an empty message has an empty template', () => {
  expect(template('')).toBe('');
  expect(template(' \n\t ')).toBe('');
});

const MIB = 1024 * 1024;
const HOSTILE: [string, string][] = [
  ['escaped quotes', '\\"'.repeat(MIB / 2)],
  ['quotes', `"${"'".repeat(MIB)}`],
  ['digits', '1'.repeat(MIB)],
  ['digits and dots', '1.'.repeat(MIB / 2)],
  ['digits and units', '1m'.repeat(MIB / 2)],
  ['slashes', 'a/'.repeat(MIB / 2)],
  ['backslashes', '\\'.repeat(MIB)],
  ['spaces', ' '.repeat(MIB)],
  ['line feeds', '\n '.repeat(MIB / 2)],
  ['dashes', '\n---'.repeat(MIB / 4)],
  ['schemes', 'http://'.repeat(MIB / 8)],
  ['braces', '{'.repeat(MIB)],
  ['nested JSON', '{"error":'.repeat(100_000)],
  ['tracebacks', 'Traceback (most recent call last):\n'.repeat(MIB / 40)],
  ['half characters', '\ud800'.repeat(MIB)],
];

test.each(HOSTILE)('a megabyte of %s is read', (_, text) => {
  // Quadratic work on a megabyte would outlast the time that a test has.
  expect(template(text, 'a'.repeat(200), `${'a'.repeat(199)}b`).length).toBeLessThanOrEqual(300);
});
