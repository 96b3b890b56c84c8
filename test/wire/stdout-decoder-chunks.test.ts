import { expect, test } from 'vitest';
import { StdoutDecoder } from '../../src/wire/stdout-decoder.ts';

/** Messages by their id and noise by its kind, in order; `cuts` are where the bytes are cut. */
function decode(bytes: Buffer, cuts: readonly number[] = []): string[] {
  const told: string[] = [];
  const decoder = new StdoutDecoder({
    skip: () => false,
    message: ({ id }, _text, line) => told.push(`message ${String(id)} on ${line}`),
    noise: (kind, line, endLine, size) => told.push(`${kind} ${line}-${endLine} ${size}`),
  });
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    decoder.push(bytes.subarray(from, cut));
    from = cut;
  }
  decoder.end();
  return told;
}

const message = (text: string, id = 1) => JSON.stringify({ jsonrpc: '2.0', id, result: { text } });

test.each([
  ['a text that speaks of Content-Length', message('Content-Length: 12\r\n\r\n')],
  ['a text that looks like a message', message(message('inner'))],
  ['a text with a byte order mark', message('\ufeff')],
  ['a text with an escaped line end', message('one\ntwo\r\n')],
  ['a text with braces that do not match', message('}}}{[{"')],
  ['a text that npm would print', message('> erp@1.0.0 start')],
  ['characters of two, three and four bytes', message('ä€😀')],
  ['an escaped surrogate on its own', message('x').replace('x', '\\ud800')],
  ['a line of a megabyte', message('x'.repeat(2 ** 20))],
  ['spaces around a message', `  ${message('x')} `],
  ['a member named jsonrpc within a result', JSON.stringify({ jsonrpc: '2.0', id: 1, result: { jsonrpc: '2.0', id: 2 } })],
])('%s is a message and no noise', (_situation, line) => {
  expect(decode(Buffer.from(`${line}\n`))).toEqual(['message 1 on 1']);
});

const MIXED = Buffer.concat([
  Buffer.from(`> erp@1.0.0 start\n\n\ufeff${message('größe 😀', 1)}\r\n`),
  Buffer.from(`${JSON.stringify(JSON.parse(message('x', 2)), null, 2)}\nstarted ${message('y', 3)}\n{"level":"info"}\n`),
  Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
  Buffer.from(
    `Content-Length: ${Buffer.byteLength(message('ä\n', 4))}\r\n\r\n${message('ä\n', 4)}\n${message('z', 5)}\n{"jsonrpc":"2.0","id":6,`,
  ),
]);

test('the same is told wherever the bytes are cut in two', () => {
  const expected = decode(MIXED);
  expect(expected.filter((each) => each.startsWith('message'))).toHaveLength(5);
  for (let cut = 1; cut < MIXED.length; cut++) expect(decode(MIXED, [cut])).toEqual(expected);
});

test('the same is told for chunks of any lengths', () => {
  const expected = decode(MIXED);
  for (let seed = 1; seed <= 200; seed++) {
    const cuts: number[] = [];
    for (let state = seed, at = 0; at < MIXED.length; ) {
      state = (state * 48_271) % 2_147_483_647;
      at += 1 + (state % 40);
      if (at < MIXED.length) cuts.push(at);
    }
    expect(decode(MIXED, cuts), `seed ${seed}`).toEqual(expected);
  }
});

test('garbage of any bytes never throws, and a message after it is read', () => {
  for (let seed = 1; seed <= 200; seed++) {
    let state = seed;
    const garbage = Buffer.from(
      Array.from({ length: 300 }, () => {
        state = (state * 48_271) % 2_147_483_647;
        return state % 256;
      }),
    );
    const told = decode(Buffer.concat([garbage, Buffer.from(`\n${message('x')}\n`)]));
    expect(told.at(-1), `seed ${seed}`).toMatch(/^message 1/);
  }
});
