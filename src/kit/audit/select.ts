import { type DayFile, logFiles } from './layout.ts';
import { linesIn } from './lines.ts';
import type { AuditRecord } from './record.ts';

/** Which records are wanted; absent members do not choose. */
export interface AuditFilter {
  /** The first and the last moment. */
  from?: Date | undefined;
  to?: Date | undefined;
  task?: string | undefined;
  env?: string | undefined;
  tool?: string | undefined;
}

/** A line that is no record of the log, or whose hash is not that of its content. */
export interface Damage {
  file: string;
  /** From 1. */
  line: number;
  why: string;
}

/** A record and the lane that it stands in. */
export interface Selected {
  lane: number;
  record: AuditRecord;
}

/**
 * The wanted records of all lanes, by time; those of one lane stay in the order of their chain, whatever its clock did. Lines that are
 * damaged are told and left out. One record of each lane is in memory.
 * @throws the error of the file system when the log cannot be read
 */
export async function* select(state: string, filter: AuditFilter, onDamage: (damage: Damage) => void): AsyncGenerator<Selected> {
  const files = await logFiles(state);
  const wanted = matcher(filter);
  const lanes = [...new Set(files.map((file) => file.lane))].map((lane) =>
    recordsOf(
      files.filter((file) => file.lane === lane),
      wanted,
      filter.from?.toISOString().slice(0, 10) ?? '',
      onDamage,
    ),
  );
  try {
    const heads: { records: AsyncGenerator<Selected>; value: Selected }[] = [];
    for (const records of lanes) {
      const next = await records.next();
      if (!next.done) heads.push({ records, value: next.value });
    }
    for (let [head] = heads; head; [head] = heads) {
      const first = heads.reduce((a, b) => (b.value.record.at < a.value.record.at ? b : a), head);
      yield first.value;
      const next = await first.records.next();
      if (next.done) heads.splice(heads.indexOf(first), 1);
      else first.value = next.value;
    }
  } finally {
    await Promise.all(lanes.map((records) => records.return(undefined)));
  }
}

async function* recordsOf(
  files: DayFile[],
  wanted: (record: AuditRecord) => boolean,
  fromDay: string,
  onDamage: (damage: Damage) => void,
): AsyncGenerator<Selected> {
  // A file holds no record of a later day than its own.
  for (const { lane, path, name, day } of files) {
    if (day < fromDay) continue;
    for await (const line of linesIn(path)) {
      const damage = (why: string) => onDamage({ file: name, line: line.number, why });
      if (!line.complete) damage('the line does not end: it is being written, or was torn by a crash');
      else if (!line.record) damage(line.why);
      else if (line.sum !== line.record.hash) damage('the record was changed: its hash is not that of its content');
      else if (wanted(line.record)) yield { lane, record: line.record };
    }
  }
}

function matcher({ from, to, task, env, tool }: AuditFilter): (record: AuditRecord) => boolean {
  const [first, last] = [from?.toISOString(), to?.toISOString()];
  return (record) =>
    (first === undefined || record.at >= first) &&
    (last === undefined || record.at <= last) &&
    (task === undefined || record.task === task) &&
    (env === undefined || record.env === env) &&
    (tool === undefined || record.tool === tool);
}
