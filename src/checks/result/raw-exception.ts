import { readEnvelope, textsOf } from '../../model/envelope.ts';
import { type Exchange, errorMessage, errorOf, resultOf } from '../../model/exchange.ts';
import { quote } from '../../model/text.ts';
import type { CallExample, CallRule } from '../rule.ts';

const fails = (text: string): CallExample => ({ result: { isError: true, content: [{ type: 'text', text }] } });

export const rawException: CallRule = {
  id: 'result/raw-exception',
  on: 'call',
  severity: 'warning',
  clause: '2026-07-28 server/tools: servers MUST sanitize tool outputs',
  why: 'A model can do nothing with a stack trace or the words of a driver, and they tell outsiders how the adapter is built.',
  fix: 'catch it, answer a stable code and one sentence on what to do next ({ok: false, code: "erp_unavailable", retryable: true, …}), and write the trace to stderr',
  examples: {
    good: [
      fails('card declined (402)'),
      fails('Error: the order number must have 8 digits'),
      fails('{"ok":false,"code":"ValidationError","retryable":false,"message":"id is required"}'),
      fails('Connection error: the ERP does not answer; try again in a minute'),
      { result: { content: [{ type: 'text', text: 'Traceback (most recent call last):\n  File "a.py", line 3, in x\nKeyError: 1' }] } },
    ],
    bad: [
      fails('Traceback (most recent call last):\n  File "pay.py", line 3, in pay\nKeyError: 1'),
      fails("TypeError: Cannot read properties of undefined (reading 'id')\n    at pay (/srv/erp/pay.js:3:7)"),
      fails('java.lang.NullPointerException: order\n\tat com.example.Pay.run(Pay.java:12)'),
      fails('connect ECONNREFUSED 127.0.0.1:5432'),
      fails('page.goto: Timeout 30000ms exceeded.\nCall log:\n  - navigating'),
      fails('duplicate key value violates unique constraint "orders_pkey"'),
      { error: { code: -32603, message: "KeyError: 'total'" } },
    ],
  },
  *check(call) {
    const found = rawExceptionIn(call.exchange);
    if (!found) return;
    yield {
      message: `an error holds ${found.what} (${quote(found.line, 100)}); it tells the model nothing to do, and outsiders how the adapter is built`,
    };
  },
};

/** What of an exception an answer shows where it tells of a failure, and the line it begins on; null for none. */
export function rawExceptionIn(exchange: Exchange): { what: string; line: string } | null {
  for (const text of errorTexts(exchange)) {
    const found = TELLTALES.find(([pattern]) => pattern.test(text));
    if (found) return { what: found[1], line: lineAt(text, found[0].exec(text)?.index ?? 0) };
  }
  return null;
}

/** What an answer says about a failure, the first 20,000 characters of each text; empty when it tells of none. */
function errorTexts(exchange: Exchange): string[] {
  const result = resultOf(exchange);
  const isError = result?.isError === true || readEnvelope(result)?.ok === false;
  const texts = errorOf(exchange) ? [errorMessage(exchange), errorData(exchange)] : isError ? textsOf(result) : [];
  // JSON within JSON writes a line end as \n.
  return texts.map((text) => text.slice(0, 20_000).replaceAll('\\n', '\n').replaceAll('\\t', '\t'));
}

function errorData(exchange: Exchange): string {
  const data = errorOf(exchange)?.data;
  return typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
}

const TELLTALES: readonly (readonly [RegExp, string])[] = [
  [/Traceback \(most recent call last\)|^ {2}File "[^"\n]{1,300}", line \d+/m, 'a Python stack trace'],
  [/^\s{1,8}at (?:[^\n]{1,200} )?\(?[^\s()]{1,300}:\d{1,7}:\d{1,7}\)?/m, 'a JavaScript stack trace'],
  [/^\s{1,8}at [\w$.<>/]{1,200}\([\w$]{1,100}\.(?:java|kt|scala|groovy):\d+\)/m, 'a Java stack trace'],
  [/^\s{1,8}at [^\n]{1,200}\) in [^\n]{1,300}:line \d+/m, 'a .NET stack trace'],
  [/^goroutine \d+ \[|^panic: |thread '[^'\n]{0,80}' panicked at/m, 'a panic'],
  [/^#\d+ \/[^\n]{1,300}\(\d+\):|^\s*from \/[^\n]{1,300}:\d+:in /m, 'a stack trace'],
  [/\b(?:[a-z][\w$]{0,60}\.){1,8}[A-Z]\w{0,80}(?:Exception|Error)\b/, 'the class of an exception'],
  [/\b[A-Z]\w{0,80}(?:Exception|[a-z]Error)\b(?=\s?[:(])/, 'the class of an exception'],
  [/\bE(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|HOSTUNREACH|PIPE|NOENT|ACCES|AI_AGAIN)\b/, 'the words of the operating system'],
  [
    /\bSQLSTATE\b|\bORA-\d{5}\b|\bpsycopg2?\b|\bE11000 duplicate key|violates (?:unique|foreign key|not-null|check) constraint|error in your SQL syntax/i,
    'the words of a database',
  ],
  [
    /\bnet::ERR_[A-Z_]+|\b(?:page|locator|frame|browser|elementHandle)\.\w{1,40}: |Protocol error \([A-Z]\w+\.\w+\)|stale element reference|no such element: /,
    'the words of a browser driver',
  ],
];

function lineAt(text: string, at: number): string {
  const rest = text.slice(at, at + 400).trimStart();
  return rest.split('\n', 1)[0] ?? '';
}
