import { expect, test } from 'vitest';
import { type Line, LineReader } from '../../src/wire/line-reader.ts';

/** The lines of these bytes as text, `…` behind a cut one and `|` behind one that has no end. */
function read(bytes: Buffer, cuts: readonly number[], cap?: number): string[] {
  const lines: string[] = [];
  const reader = new LineReader((line) => {
    lines.push(shown(line));
    if (!line.tooLong) expect(line.size).toBe(line.bytes.length);
  }, cap);
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    reader.push(bytes.subarray(from, cut));
    from = cut;
  }
  reader.end();
  return lines;
}

const shown = ({ number, bytes, size, tooLong, complete }: Line) =>
  `${number}:${tooLong ? `${size}…` : bytes.toString()}${complete ? '' : '|'}`;

test('lines are the same wherever the bytes are cut, also within a character', () => {
  const bytes = Buffer.from('{"a":"größe"}\n\n€\r\nlast');
  const expected = ['1:{"a":"größe"}', '2:', '3:€\r', '4:last|'];
  for (let one = 0; one <= bytes.length; one++)
    for (let other = one; other <= bytes.length; other++) expect(read(bytes, [one, other])).toEqual(expected);
});

test('a stream that ends with a newline has no line after it', () => {
  expect(read(Buffer.from('one\n'), [])).toEqual(['1:one']);
  expect(read(Buffer.alloc(0), [])).toEqual([]);
});

test('a line of exactly the cap is whole, one byte more is too long, and the real size is told', () => {
  const bytes = Buffer.from(`${'x'.repeat(8)}\n${'y'.repeat(9)}\n${'z'.repeat(5000)}\nnext\n`);
  const expected = ['1:xxxxxxxx', '2:9…', '3:5000…', '4:next'];
  for (let cut = 0; cut < 40; cut++) expect(read(bytes, [cut], 8)).toEqual(expected);
});

test('of a line that is too long only the beginning is kept', () => {
  const kept: number[] = [];
  const reader = new LineReader((line) => kept.push(line.bytes.length), 10_000);
  for (let part = 0; part < 1_000; part++) reader.push(Buffer.alloc(1_000, 'x'));
  expect(reader.pending).toBe(1_000_000);
  reader.push(Buffer.from('\n'));
  expect(kept).toHaveLength(1);
  expect(kept[0]).toBeLessThanOrEqual(1024);
});

test('an announced block is one line with the newlines that it holds, and lines follow it', () => {
  const lines: string[] = [];
  const reader: LineReader = new LineReader((line) => {
    lines.push(shown(line));
    if (line.bytes.toString() === 'block') reader.takeBlock(5);
  });
  for (const byte of Buffer.from('block\na\nb\ncd\n')) reader.push(Buffer.from([byte]));
  expect(lines).toEqual(['1:block', '2:a\nb\nc', '3:d']);
});

test('a stream that ends within an announced block tells what came of it', () => {
  const lines: string[] = [];
  const reader = new LineReader((line) => lines.push(shown(line)));
  reader.takeBlock(1_000_000);
  reader.push(Buffer.from('{"a":\n1}'));
  reader.end();
  expect(lines).toEqual(['1:{"a":\n1}|']);
});

test('a megabyte that arrives byte by byte is read in linear time', () => {
  let size = 0;
  const reader = new LineReader((line) => {
    size = line.size;
  });
  const byte = Buffer.from('x');
  const startedAt = performance.now();
  for (let count = 0; count < 1_000_000; count++) reader.push(byte);
  reader.push(Buffer.from('\n'));
  expect(size).toBe(1_000_000);
  // Copying what has come with every byte would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
