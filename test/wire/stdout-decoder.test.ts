import { describe, expect, test } from 'vitest';
import { StdoutDecoder } from '../../src/wire/stdout-decoder.ts';

/** What the decoder tells of these bytes: messages by their id, noise by its kind and lines. */
function decode(text: string | Buffer, chunk = Number.POSITIVE_INFINITY): string[] {
  const told: string[] = [];
  const decoder = new StdoutDecoder({
    skip: () => false,
    message: ({ id }, _text, line) => told.push(`message ${String(id)} on ${line}`),
    noise: (kind, line, endLine) => told.push(`${kind} ${line}${endLine > line ? `-${endLine}` : ''}`),
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) decoder.push(bytes.subarray(at, at + chunk));
  decoder.end();
  return told;
}

const message = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, result: { text: 'größe { } " \\' } });

describe('what stands on stdout is told for what it is', () => {
  test.each<[string, string | Buffer, string[]]>([
    ['one message a line', `${message(1)}\n${message(2)}\n`, ['message 1 on 1', 'message 2 on 2']],
    ['a line of text', `ready\n${message(1)}\n`, ['text 1', 'message 1 on 2']],
    ['a log object', `{"level":"info"}\n${message(1)}\n`, ['json 1', 'message 1 on 2']],
    ['an empty line', `\n${message(1)}\n`, ['blank 1', 'message 1 on 2']],
    ['what npm prints', '> erp@1.0.0 start\n', ['launcher 1']],
    ['a byte order mark', `\ufeff${message(1)}\n`, ['bom 1', 'message 1 on 1']],
    ['carriage returns', `${message(1)}\r\n`, ['crlf 1', 'message 1 on 1']],
    ['text before a message', `ready ${message(1)}\n`, ['glued 1', 'message 1 on 1']],
    ['text after a message', `${message(1)} done\n`, ['glued 1', 'message 1 on 1']],
    ['two messages on a line', `${message(1)}${message(2)}\n`, ['glued 1', 'message 1 on 1', 'message 2 on 1']],
    ['an indented message', `${JSON.stringify(JSON.parse(message(1)), null, 2)}\n`, ['message 1 on 1', 'multiline 1-7']],
    ['an indented log object', `${JSON.stringify({ level: 'info' }, null, 2)}\n`, ['json 1-3']],
    ['text that only begins like a message', `{oops\n${message(1)}\n`, ['text 1', 'message 1 on 2']],
    ['a raw newline within a text', '{"jsonrpc":"2.0","id":1,"result":{"a":"x\ny"}}\n', ['message 1 on 1', 'multiline 1-2']],
    ['Content-Length', `Content-Length: ${Buffer.byteLength(message(1))}\r\n\r\n${message(1)}`, ['framing 1', 'message 1 on 3']],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), ['encoding 1', 'text 1']],
    ['an end within a message', message(1).slice(0, 20), ['truncated 1']],
    ['a message without its line end', message(1), ['message 1 on 1', 'truncated 1']],
    ['a batch', `[${message(1)},${message(2)}]\n`, ['message 1 on 1', 'message 2 on 1']],
  ])('%s', (_name, text, expected) => {
    expect(decode(text)).toEqual(expected);
    // Wherever the chunks are cut.
    for (const chunk of [1, 2, 3, 7, 64]) expect(decode(text, chunk)).toEqual(expected);
  });
});

test('a line counts once, whatever is told of it: an indented message of seven lines is seven', () => {
  const decoder = new StdoutDecoder({ skip: () => false, message: () => {}, noise: () => {} });
  decoder.push(Buffer.from(`${JSON.stringify(JSON.parse(message(1)), null, 2)}\n`));
  expect(decoder.lines).toBe(7);
  decoder.push(Buffer.from(`ready ${message(1)}${message(2)}\n\ufeff[${message(3)},${message(4)}]\r\n\ncut`));
  expect(decoder.lines).toBe(10);
  decoder.end();
  expect(decoder.lines).toBe(11);
});
