import type { AuditRecord } from './record.ts';
import { type Damage, select } from './select.ts';

/** What became of the calls of one tool, for one purpose or of one principal. */
export interface UsageRow {
  /** Null for calls that said none. */
  name: string | null;
  calls: number;
  ok: number;
  failed: number;
  /** Of the calls, those answered from memory. */
  replayed: number;
  meanMs: number | null;
  maxMs: number | null;
  /** Time of the last call. */
  last: string | null;
}

/** A caller may make up a new purpose for each call: more names than this are one row, and each is cut. */
const MAX_ROWS = 10_000;
const MAX_NAME = 200;
const REST = '(all others)';

/**
 * Counts the outcomes in the log, most calls first. By tool it also has a row for each tool that the newest `start` record declares
 * and nobody called.
 * @throws the error of the file system when the log cannot be read
 */
export async function usageOf(
  state: string,
  by: 'tool' | 'purpose' | 'principal',
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  onDamage: (damage: Damage) => void,
): Promise<UsageRow[]> {
  const since = from?.toISOString() ?? '';
  const rows = new Map<string | null, Counted>();
  let declared: readonly string[] = [];
  // From the beginning, as the adapter may have been started long before.
  for await (const { record } of select(state, { to }, onDamage)) {
    if (record.kind === 'start') declared = toolsOf(record);
    if (record.kind === 'outcome' && record.at >= since) count(rows, record, record[by]?.slice(0, MAX_NAME) ?? null);
  }
  const uncalled = by === 'tool' ? declared.filter((name) => !rows.has(name)).map(emptyRow) : [];
  const called = [...rows.values()].sort((a, b) => b.calls - a.calls || (String(a.name) < String(b.name) ? -1 : 1));
  return [...called.map(({ totalMs, timed, ...row }) => ({ ...row, meanMs: timed ? Math.round(totalMs / timed) : null })), ...uncalled];
}

/** A row under way. Not every call tells how long it took. */
interface Counted extends UsageRow {
  totalMs: number;
  timed: number;
}

function count(rows: Map<string | null, Counted>, { at, code, replayed, ms }: AuditRecord, wanted: string | null): void {
  const name = rows.has(wanted) || rows.size < MAX_ROWS ? wanted : REST;
  const row = rows.get(name) ?? { ...emptyRow(name), totalMs: 0, timed: 0 };
  rows.set(name, row);
  row.calls += 1;
  if (code === 'ok') row.ok += 1;
  else row.failed += 1;
  if (replayed) row.replayed += 1;
  if (ms !== undefined) {
    row.totalMs += ms;
    row.timed += 1;
    row.maxMs = Math.max(row.maxMs ?? 0, ms);
  }
  if (at > (row.last ?? '')) row.last = at;
}

function emptyRow(name: string | null): UsageRow {
  return { name, calls: 0, ok: 0, failed: 0, replayed: 0, meanMs: null, maxMs: null, last: null };
}

function toolsOf({ detail }: AuditRecord): string[] {
  const tools = detail?.tools;
  return Array.isArray(tools) ? tools.filter((tool) => typeof tool === 'string').map((tool) => tool.slice(0, MAX_NAME)) : [];
}
