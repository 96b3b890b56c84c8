import { visit } from 'jsonc-parser';
import { pointer } from '../model/json.ts';

/** Only such a text can hold an integer beyond 2^53 or a number too large for JavaScript. */
const SUSPICIOUS = /\d{16}|\d[eE]/;

/**
 * The number texts of a JSON text that JavaScript would change: integers beyond 2^53-1 and what becomes Infinity, by JSON pointer:
 * `{'/result/tools/0/inputSchema/properties/n/maximum': '9223372036854775807'}`. Linear; most texts are not even scanned.
 */
export function unsafeNumbers(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  if (!SUSPICIOUS.test(text)) return found;
  try {
    visit(text, {
      onLiteralValue(value, offset, length, _line, _character, path) {
        if (typeof value !== 'number') return;
        if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return;
        found[pointer(...path())] = text.slice(offset, offset + length);
      },
    });
  } catch {
    // Nested deeper than the stack allows: the rule about depth tells that.
  }
  return found;
}

/** The part of `numbers` below `prefix`, with the prefix taken off. */
export function numbersBelow(numbers: Record<string, string>, prefix: string): Record<string, string> {
  const below = Object.entries(numbers).filter(([at]) => at.startsWith(`${prefix}/`));
  return Object.fromEntries(below.map(([at, text]) => [at.slice(prefix.length), text]));
}
