import { type AuditBreak, type AuditReport, csvRow, type LaneReport, type UsageRow } from '../kit/audit/index.ts';
import { duration, grouped, plural, shorten, size } from '../model/text.ts';
import { table } from '../report/pretty-text.ts';

/** Every lane with its head, every break with its place, the verdict, and what a chain cannot show. */
export function verifyText({ lanes, breaks, broken }: AuditReport): string {
  const more = broken > breaks.length ? [`and ${grouped(broken - breaks.length)} more`, ''] : [];
  const records = lanes.reduce((sum, lane) => sum + lane.records, 0);
  const verdict = broken
    ? `broken in ${plural(broken, 'place')}`
    : `whole: ${counted(records, 'record')} in ${plural(lanes.length, 'lane')}`;
  const lines = [
    ...lanes.flatMap(laneLines),
    '',
    ...breaks.flatMap(breakLines),
    ...more,
    verdict,
    'A chain shows what was changed in it, not that its end was cut off: keep the heads somewhere else and compare.',
  ];
  return `${lines.join('\n')}\n`;
}

function laneLines({ lane, files, records, first, last, head, unfinished }: LaneReport): string[] {
  const time = first && last ? `   ${first} to ${last}` : '';
  const lines = [`lane ${lane}   ${plural(files, 'file')}   ${counted(records, 'record')}${time}`, `   head ${head ?? 'none'}`];
  if (unfinished)
    lines.push(
      `   ${unfinished.file}:${unfinished.line}: unfinished last line of ${size(unfinished.bytes)}: it is being written, or was torn by a crash and will be moved aside at the next start`,
    );
  return lines;
}

function breakLines({ file, line, what, seen, expected }: AuditBreak): string[] {
  return [`${file}:${line}: ${what}`, `   seen      ${shorten(seen)}`, `   expected  ${shorten(expected)}`, ''];
}

/** The rows as a table; tools that nobody called come last. */
export function usageText(rows: readonly UsageRow[], by: string): string {
  const called = rows.filter(({ calls }) => calls);
  const never = rows.length - called.length;
  const lines = table([[by, 'calls', 'ok', 'failed', 'replayed', 'mean', 'max', 'last call'], ...rows.map(cellsOf)], [1, 2, 3, 4, 5, 6]);
  const summary = [plural(called.length, by), ...(by === 'tool' ? [`${never} declared and never called`] : [])].join(', ');
  return `${[...lines, '', summary].map((line) => line.trimEnd()).join('\n')}\n`;
}

/** The rows as CSV, the names of the members on top. */
export function usageCsv(rows: readonly UsageRow[]): string {
  const columns = ['name', 'calls', 'ok', 'failed', 'replayed', 'meanMs', 'maxMs', 'last'] as const;
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))].map(csvRow).join('');
}

function cellsOf({ name, calls, ok, failed, replayed, meanMs, maxMs, last }: UsageRow): string[] {
  const numbers = [calls, ok, failed, replayed].map(grouped);
  const times = [meanMs, maxMs].map((ms) => (ms === null ? '-' : duration(ms)));
  return [name === null ? '(not said)' : shorten(name, 60), ...numbers, ...times, last ?? 'never'];
}

function counted(count: number, word: string): string {
  return `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
}
