import { visible } from '../../model/text.ts';

/**
 * One row (RFC 4180, with its line end). A cell that a spreadsheet would compute begins with `'`; control characters are shown as `\u{…}`;
 * what is neither text nor number is JSON, and null or absent is empty.
 */
export function csvRow(cells: readonly unknown[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Also the full-width forms, which some spreadsheets take for the same. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shown = visible(text).replaceAll('\t', '\\u{9}').replaceAll('\n', '\\u{a}');
  const safe = FORMULA.test(text) ? `'${shown}` : shown;
  // Semicolons too: where they separate cells, what follows one must not begin a cell of its own.
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
