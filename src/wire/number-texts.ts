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

/** The number texts of each item of the list at `prefix`, by its index and with its pointer taken off: one pass, however many items. */
export function numbersByItem(numbers: Record<string, string>, prefix: string): Map<number, Record<string, string>> {
  const items = new Map<number, Record<string, string>>();
  for (const [at, text] of Object.entries(numbers)) {
    const end = at.startsWith(`${prefix}/`) ? at.indexOf('/', prefix.length + 1) : -1;
    if (end < 0) continue;
    const index = Number(at.slice(prefix.length + 1, end));
    const item = items.get(index) ?? {};
    items.set(index, item);
    item[at.slice(end)] = text;
  }
  return items;
}
