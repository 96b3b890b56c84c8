import { type AuditFilter, type Damage, exportAudit, hasAudit, jsonLine, usageOf, verifyAudit } from '../../kit/audit/index.ts';
import { EXIT, Fault, messageOf } from '../../model/fault.ts';
import { quote, visible } from '../../model/text.ts';
import { jsonDocument } from '../../report/json-text.ts';
import { usageCsv, usageText, verifyText } from '../audit-text.ts';
import type { Io } from '../io.ts';
import { momentOption } from '../moment.ts';
import { stateOption } from '../state.ts';

interface RangeFlags {
  from?: string;
  to?: string;
  state?: string;
}

export interface ExportFlags extends RangeFlags {
  task?: string;
  env?: string;
  tool?: string;
  format: 'jsonl' | 'csv';
}

export interface UsageFlags extends RangeFlags {
  by: 'tool' | 'purpose' | 'principal';
  format: 'text' | 'jsonl' | 'csv';
}

export interface VerifyFlags extends RangeFlags {
  json?: boolean;
}

/** The work of `audit export`; returns the exit code. */
export function exportWork({ task, env, tool, format, ...flags }: ExportFlags, io: Io): Promise<number> {
  return onLog(flags, io, async (state, range) => {
    for await (const piece of exportAudit(state, { ...range, task, env, tool }, format, teller(io))) {
      if (io.interrupted.aborted) break;
      await io.stdout.write(piece);
    }
    return EXIT.ok;
  });
}

/** The work of `audit usage`; returns the exit code. */
export function usageWork({ by, format, ...flags }: UsageFlags, io: Io): Promise<number> {
  return onLog(flags, io, async (state, range) => {
    const rows = await usageOf(state, by, range, teller(io));
    await io.stdout.write(format === 'text' ? usageText(rows, by) : format === 'csv' ? usageCsv(rows) : rows.map(jsonLine).join(''));
    return EXIT.ok;
  });
}

/** The work of `audit verify`; returns the exit code. */
export function verifyWork({ json, ...flags }: VerifyFlags, io: Io): Promise<number> {
  return onLog(flags, io, async (state, { from, to }) => {
    const report = await verifyAudit(state, { from: dayOf(from), to: dayOf(to) });
    if (!report.lanes.length)
      throw new Fault('usage', `the audit log in ${state} has no file of these days`, 'choose others with --from and --to');
    await io.stdout.write(json ? jsonDocument({ format: 'mcp-adapter/audit-verify@1', state, ...report }) : verifyText(report));
    return report.broken ? EXIT.findings : EXIT.ok;
  });
}

/**
 * Reads the log of the state folder that the flags name, until the user interrupts.
 * @throws Fault (usage) when there is none, when it cannot be read, or when a time is none
 */
async function onLog(flags: RangeFlags, io: Io, read: (state: string, range: AuditFilter) => Promise<number>): Promise<number> {
  const now = Date.now();
  const from = flags.from === undefined ? undefined : momentOption(flags.from, '--from', 'first', now);
  const to = flags.to === undefined ? undefined : momentOption(flags.to, '--to', 'last', now);
  if (from && to && from > to) throw new Fault('usage', `--from ${quote(flags.from ?? '')} is later than --to ${quote(flags.to ?? '')}`);
  const state = await stateOption(flags.state, io);
  try {
    if (await hasAudit(state)) return await unlessInterrupted(read(state, { from, to }), io.interrupted);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Fault('usage', `the audit log in ${state} cannot be read: ${messageOf(error)}`, 'run it as the user who runs the adapter');
  }
  throw new Fault('usage', `there is no audit log in ${state}`, 'name the state folder of the adapter with --state');
}

function unlessInterrupted(work: Promise<number>, signal: AbortSignal): Promise<number> {
  const interrupted = new Promise<number>((resolve) => {
    signal.addEventListener('abort', () => resolve(EXIT.interrupted), { once: true });
    if (signal.aborted) resolve(EXIT.interrupted);
  });
  return Promise.race([work, interrupted]);
}

function teller(io: Io): (damage: Damage) => void {
  return ({ file, line, why }) => void io.stderr.write(`${file}:${line}: left out: ${visible(why)}\n`);
}

function dayOf(moment: Date | undefined): string | undefined {
  return moment?.toISOString().slice(0, 10);
}
