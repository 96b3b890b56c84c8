import { createScanner } from 'jsonc-parser';

/**
 * Tells of every value of a JSON text, what is within a value before the value itself: the keys that lead to it (lists count from `'0'`)
 * and where it stands. A member that a later one of the same name hides is told too. Without recursion, so that no text is nested too
 * deeply for it.
 * @param text valid JSON
 * @param found `keys` changes after the call
 */
export function eachValue(text: string, found: (keys: readonly string[], start: number, end: number) => void): void {
  const scanner = createScanner(text, true);
  const keys: string[] = [];
  const open: { start: number; index: number | null }[] = [];
  let isKey = false;
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (kind === OBJECT || kind === LIST) {
      open.push({ start, index: kind === LIST ? 0 : null });
      keys.push('0');
      isKey = kind === OBJECT;
    } else if (kind === OBJECT_END || kind === LIST_END) {
      keys.pop();
      found(keys, open.pop()?.start ?? start, start + 1);
    } else if (kind === COMMA) {
      const around = open.at(-1);
      isKey = around?.index === null;
      if (around && around.index !== null) keys[keys.length - 1] = String(++around.index);
    } else if (kind === COLON) isKey = false;
    else if (isKey) keys[keys.length - 1] = scanner.getTokenValue();
    else found(keys, start, start + scanner.getTokenLength());
  }
}

// The enum of the library exists in its types only.
const [OBJECT, OBJECT_END, LIST, LIST_END, COMMA, COLON, END] = [1, 2, 3, 4, 5, 6, 17];
