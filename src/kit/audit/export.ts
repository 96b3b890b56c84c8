import { escapeUnsafe } from '../../model/text.ts';
import { csvRow } from './csv.ts';
import { type AuditFilter, type Damage, type Selected, select } from './select.ts';

/** The columns of the CSV form: members of a record; `parameters`, `steps` and `detail` as JSON. */
export const COLUMNS = [
  'at',
  'lane',
  'seq',
  'kind',
  'principal',
  'agent',
  'purpose',
  'account',
  'env',
  'task',
  'tool',
  'risk',
  'grant',
  'call',
  'code',
  'attempts',
  'ms',
  'replayed',
  'trace',
  'parameters',
  'steps',
  'detail',
  'prev',
  'hash',
] as const;

/**
 * The wanted records of all lanes by time, as lines of JSON (the records as they are) or as CSV with the columns of `COLUMNS`. Yields pieces
 * of some KiB. Nothing in them can act on a terminal: JSON has `\u` escapes for what could.
 * @throws the error of the file system when the log cannot be read
 */
export async function* exportAudit(
  state: string,
  filter: AuditFilter,
  format: 'jsonl' | 'csv',
  onDamage: (damage: Damage) => void,
): AsyncGenerator<string> {
  let piece = format === 'csv' ? csvRow(COLUMNS) : '';
  for await (const selected of select(state, filter, onDamage)) {
    piece += format === 'csv' ? csvRow(cellsOf(selected)) : jsonLine(selected.record);
    if (piece.length < 16 * 1024) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
}

function cellsOf({ lane, record }: Selected): unknown[] {
  return COLUMNS.map((column) => (column === 'lane' ? lane : record[column]));
}

/** One JSON value on a line of its own, harmless on a terminal. */
export function jsonLine(value: unknown): string {
  return `${escapeUnsafe(JSON.stringify(value))}\n`;
}
