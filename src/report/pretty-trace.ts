import type { ChalkInstance } from 'chalk';
import type { Run, TraceSummary } from '../model/run.ts';
import { duration, grouped, plural, shorten } from '../model/text.ts';
import { clip } from './pretty-clip.ts';
import { paragraph, waterfall } from './pretty-waterfall.ts';
import type { Style } from './reporter.ts';

/** The waterfall of a trace: a bar for each call and its steps, the longest step marked with `>`; then what was slowest, and what was read. */
export function traceSections(run: Run, trace: TraceSummary, style: Style, paint: ChalkInstance): string[][] {
  const from = [trace.command, trace.adapter].filter(Boolean).join(': ');
  const head = [paint.bold(clip(trace.file, style.width)), ...(from ? [clip(from, style.width)] : [])];
  return [head, ...waterfall(run.steps, trace, style, paint), summaryLines(run, trace, style)];
}

function summaryLines(run: Run, trace: TraceSummary, style: Style): string[] {
  const { calls, matched, connections, unanswered, slowest, noise, damaged, skipped } = trace;
  const shown = run.steps.length;
  const counts = [
    `${grouped(calls)} ${calls === 1 ? 'call' : 'calls'} in ${plural(connections, 'connection')}`,
    matched < calls ? `${grouped(matched)} chosen` : '',
    shown < matched ? `the ${trace.order === 'slowest' ? 'slowest' : 'first'} ${shown} shown` : '',
    run.summary.failed ? `${grouped(run.summary.failed)} not ok` : '',
  ];
  const notes = [
    slowest ? `slowest: ${shorten(slowest.name, 80)} took ${duration(slowest.ms)}${inStep(slowest.step)}` : '',
    counts.filter(Boolean).join(', '),
    unanswered ? `${plural(unanswered, 'call')} got no answer: the time was up, or the adapter or mcp-adapter was ended meanwhile` : '',
    trace.source === 'frames' && calls ? 'no line tells of a whole call: these are requests put together with their answers' : '',
    noise ? `${plural(noise, 'piece')} of stdout ${noise === 1 ? 'was no message' : 'were no messages'} (--frames shows them)` : '',
    damaged ? `${plural(damaged, 'line')} could not be read: a run that is killed leaves a torn one at the end` : '',
    skipped ? `${plural(skipped, 'line')} above 32 MiB ${skipped === 1 ? 'was' : 'were'} skipped` : '',
  ];
  return notes.filter(Boolean).flatMap((note) => paragraph(note, style.width));
}

function inStep(step: { name: string; ms: number } | null): string {
  return step ? `, ${duration(step.ms)} of it in ${shorten(step.name, 80)}` : '';
}
