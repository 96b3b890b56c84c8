import { randomFrom } from '../random-from.ts';
/** JSON texts of objects with everything that parsing and writing again would change. */
export function argumentTexts(seed: number, count: number): string[] {
  const random = randomFrom(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const pick = <T>(items: readonly T[]): T => items[upTo(items.length - 1)] as T;
  const space = () => (random() < 0.1 ? pick([' ', '\n', '\t', '\r\n', '   ']) : '');

  const number = () =>
    pick(['12345678901234567890', '-98765432109876543210987', '1.0', '-0', '0', '1e2', '1E+2', '1e400', '-1e-400', '0.10', '1.5e-7']);
  const fresh = () =>
    `${random() < 0.5 ? '-' : ''}${upTo(999_999_999)}${pick(['', '.0', '.50', 'e3', '00000000000'])}`.replace(/^(-?)0+(?=\d)/, '$1');
  const character = () =>
    pick([
      () => String.fromCharCode(0x61 + upTo(25)),
      () => 'é',
      () => '\\u00e9',
      () => '\\u00E9',
      () => '\\/',
      () => '\\"',
      () => '\\\\',
      () => '\\n',
      () => '\\u000a',
      () => '\\u0000',
      () => `\\ud8${pick(['00', '3d', 'ff'])}`,
      () => `\\udc${pick(['00', '0d', 'ff'])}`,
      () => '😀',
      () => '\\ud83d\\ude00',
      () => '\u2028',
      () => '\u202e',
      () => '\u007f',
      () => `{{env:${upTo(9)}}}`,
    ])();
  const text = () => `"${Array.from({ length: upTo(12) }, character).join('')}"`;
  const key = () =>
    pick([text, () => `"${upTo(20)}"`, () => '"__proto__"', () => '"constructor"', () => '"toJSON"', () => '"a"', () => '"\\u0061"'])();

  function value(levels: number): string {
    const kind = random();
    if (levels <= 0 || kind < 0.25) return pick([text, number, fresh, () => 'null', () => 'true', () => 'false'])();
    if (kind < 0.6) return object(levels - 1);
    return `[${Array.from({ length: upTo(4) }, () => space() + value(levels - 1) + space()).join(',')}]`;
  }

  function object(levels: number): string {
    const members = Array.from({ length: 1 + upTo(5) }, () => `${space()}${key()}${space()}:${space()}${value(levels)}${space()}`);
    return `{${members.join(',')}}`;
  }

  function nested(): string {
    const levels = upTo(198);
    const open = Array.from({ length: levels }, () => pick(['[', '{"a":', '{"1":', '[ ']));
    const close = open.map((each) => (each.startsWith('[') ? ']' : '}')).reverse();
    return `{"deep":${open.join('')}${number()}${close.join('')},"n":${fresh()}}`;
  }

  return Array.from({ length: count }, () => space() + (random() < 0.05 ? nested() : object(4)) + space());
}
