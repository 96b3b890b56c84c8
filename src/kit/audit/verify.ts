import { GENESIS, readLine } from './chain.ts';
import { type DayFile, logFiles } from './layout.ts';
import { type Line, linesIn } from './lines.ts';

/** A place where a chain does not hold. */
export interface AuditBreak {
  file: string;
  /** From 1. */
  line: number;
  /** What is wrong, in words. */
  what: string;
  seen: string;
  expected: string;
}

/** What one chain looks like. */
export interface LaneReport {
  lane: number;
  files: number;
  records: number;
  /** Times of the first and the last record. */
  first: string | null;
  last: string | null;
  /** The hash of the last record: noted elsewhere, it shows later whether the end was cut off. */
  head: string | null;
  /** A last line that is being written or was torn by a crash; the next start of the adapter moves it aside. */
  unfinished: { file: string; line: number; bytes: number } | null;
}

export interface AuditReport {
  lanes: LaneReport[];
  /** The first of them; `broken` counts all. */
  breaks: AuditBreak[];
  broken: number;
}

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

const MAX_BREAKS = 100;

/**
 * Looks at every record of every lane: its number, its hash, and that it follows the one before, across days. `from` and `to`
 * (`2026-11-30`) limit it to the files of these days; with `from` it is not judged where a chain begins. No lanes: there is no log.
 * @throws the error of the file system when the log cannot be read
 */
export async function verifyAudit(state: string, { from, to }: Days = {}): Promise<AuditReport> {
  const files = await logFiles(state);
  const report: AuditReport = { lanes: [], breaks: [], broken: 0 };
  const tell = (found: AuditBreak) => {
    report.broken += 1;
    if (report.breaks.length < MAX_BREAKS) report.breaks.push(found);
  };
  const wanted = files.filter(({ day }) => (from === undefined || day >= from) && (to === undefined || day <= to));
  for (const lane of [...new Set(wanted.map((file) => file.lane))].sort((a, b) => a - b)) {
    const chain = wanted.filter((file) => file.lane === lane);
    report.lanes.push(await verifyLane(lane, chain, from === undefined, tell));
  }
  return report;
}

async function verifyLane(lane: number, files: DayFile[], whole: boolean, tell: (found: AuditBreak) => void): Promise<LaneReport> {
  const report: LaneReport = { lane, files: files.length, records: 0, first: null, last: null, head: null, unfinished: null };
  // Null where nothing is known of the record before: at a beginning that is not judged, and after a line that is no record.
  let next: { seq: number; prev: string } | null = whole ? { seq: 0, prev: GENESIS } : null;
  for (const file of files) {
    for await (const line of linesIn(file.path)) {
      const found = (what: string, seen: string, expected: string) => tell({ file: file.name, line: line.number, what, seen, expected });
      if (!line.complete && file === files.at(-1) && isTorn(line)) {
        report.unfinished = { file: file.name, line: line.number, bytes: line.bytes?.length ?? 0 };
        continue;
      }
      if (!line.complete) found('the line does not end', 'the end of the file', 'a newline');
      const { record } = line;
      if (!record) {
        found('the line is no record', line.why, 'a record of the log');
        next = null;
        continue;
      }
      if (line.sum !== record.hash)
        found('the record was changed: its hash is not that of its content', record.hash, line.sum || 'canonical JSON');
      if (next && record.seq !== next.seq) found(gapOf(record.seq, next.seq), `seq ${record.seq}`, `seq ${next.seq}`);
      else if (next && record.prev !== next.prev)
        found('the record does not follow the one before it', `prev ${record.prev}`, `prev ${next.prev}`);
      next = { seq: record.seq + 1, prev: record.hash };
      report.records += 1;
      report.first ??= record.at;
      report.last = record.at;
      report.head = record.hash;
    }
  }
  return report;
}

/** A crash leaves the beginning of a line. A whole record and one more byte is an edit of its newline. */
function isTorn({ bytes }: Line): boolean {
  if (!bytes) return true;
  const before = readLine(bytes.subarray(0, -1));
  return !before.record || before.sum !== before.record.hash;
}

function gapOf(seen: number, expected: number): string {
  if (seen < expected) return 'a record stands here again, or in the wrong place';
  return `${seen - expected === 1 ? 'a record is' : `${seen - expected} records are`} missing before it`;
}
