import { Chalk, type ChalkInstance } from 'chalk';
import type { Run, RunError } from '../model/run.ts';
import { duration, plural, shorten, visible } from '../model/text.ts';
import { brokenCases, brokenSteps } from './judged.ts';
import { changeLines } from './pretty-changes.ts';
import { contractLines } from './pretty-contract.ts';
import { findingLines } from './pretty-findings.ts';
import { scaffoldLines, scaffoldNext } from './pretty-scaffold.ts';
import { caseLines, listLines, stepLines } from './pretty-sections.ts';
import { columns, wrap } from './pretty-text.ts';
import { traceSections } from './pretty-trace.ts';
import { PLAIN, type Reporter, type Style } from './reporter.ts';
import { hostLines, inert, isNothing, outcomeOf, targetTitle, totals } from './words.ts';

/** Lines of the adapter's stderr that are shown unless `verbose`. */
const STDERR_LINES = 15;

/** The report for people: what is wrong with each tool, what hosts make of it, and what to do next. */
export const pretty: Reporter = (run, style = {}) => {
  const full = { ...PLAIN, ...style };
  const paint = new Chalk({ level: full.color ? 1 : 0 });
  const lines = run.runs.length ? severalRuns(run, full, paint) : oneRun(run, full, paint, false);
  return `${lines.map((line) => inert(line.trimEnd())).join('\n')}\n`;
};

function severalRuns(run: Run, style: Style, paint: ChalkInstance): string[] {
  const blocks = run.runs.map((each) => (each.runs.length ? severalRuns(each, style, paint) : oneRun(each, style, paint, true)));
  const closing = `${plural(run.runs.length, 'run')}: ${outcomeOf(run)}   ${duration(run.durationMs)}`;
  const own = [findingLines(run, run.findings, style, paint), errorLines(run.error, style, paint), [closing, ...nextLines(run, paint)]];
  return spaced([...blocks, ...own]);
}

function oneRun(run: Run, style: Style, paint: ChalkInstance, isPart: boolean): string[] {
  if (run.trace) return spaced(traceSections(run, run.trace, style, paint));
  const hasMore = run.adapter !== null || run.findings.length > 0 || isPart;
  const { scaffold } = run;
  const sections = [
    scaffold ? scaffoldLines(scaffold, style, paint) : [],
    hasMore || !run.error ? heading(run, style, paint) : [],
    run.command === 'list' ? listLines(run, paint) : [],
    stepLines(run, style, paint),
    caseLines(run, style, paint),
    run.contract ? contractLines(run.contract, style, paint) : [],
    changeLines(run.changes, style, paint),
    findingLines(run, run.findings, style, paint),
    errorLines(run.error, style, paint),
    [...hostSection(run, style, paint), ...closingLines(run, paint), ...(isPart || scaffold ? [] : nextLines(run, paint))],
    ...(scaffold ? scaffoldNext(scaffold, style, paint) : []),
  ];
  return spaced(sections);
}

/** The sections that have lines, with an empty line between them. */
function spaced(sections: string[][]): string[] {
  return sections.filter((section) => section.length).flatMap((section, index) => (index ? ['', ...section] : section));
}

function heading(run: Run, style: Style, paint: ChalkInstance): string[] {
  const { adapter } = run;
  const isFile = run.target?.kind === 'file';
  const revision = adapter?.protocol ? `protocol ${shorten(adapter.protocol, 40)}` : '';
  const facts = [
    adapter?.name && !isFile ? shorten(`${adapter.name} ${adapter.version}`, 80) : '',
    adapter || run.tools.length ? plural(run.tools.length, 'tool') : '',
    [revision, adapter && !isFile ? adapter.era : ''].filter(Boolean).join(', '),
  ].filter(Boolean);
  const title = targetTitle(run);
  const line = [title, ...facts].filter(Boolean).join('   ');
  if (!title || columns(line) <= style.width) return line ? [line.replace(title, () => paint.bold(title))] : [];
  return [paint.bold(title), ...(facts.length ? [`  ${facts.join('   ')}`] : [])];
}

function hostSection(run: Run, style: Style, paint: ChalkInstance): string[] {
  const lines = hostLines(run).flatMap((line) => wrap(line, style.width - 13).map((part, index) => (index ? `  ${part}` : part)));
  return lines.map((line, index) => (index ? `${' '.repeat(11)}${line}` : `${paint.bold('hosts')}      ${line}`));
}

function closingLines(run: Run, paint: ChalkInstance): string[] {
  const words = totals(run);
  if (isNothing(words) && (run.error !== null || run.command === 'list' || run.command === 'lock' || (run.scaffold && !run.adapter)))
    return [];
  const { errors, warnings } = run.summary;
  const tone = errors + brokenSteps(run).length + brokenCases(run).length > 0 ? paint.red : warnings > 0 ? paint.yellow : paint.green;
  return [`${tone(words)}   ${duration(run.durationMs)}`];
}

function nextLines(run: Run, paint: ChalkInstance): string[] {
  return run.next ? [`${paint.bold('next')}       ${shorten(run.next, 400)}`] : [];
}

/** Why the command could not do its work, the adapter's last words, and what to do. */
function errorLines(error: RunError | null, style: Style, paint: ChalkInstance): string[] {
  if (!error) return [];
  const tail = style.verbose ? error.stderrTail : error.stderrTail.slice(-STDERR_LINES);
  const [first = '', ...more] = wrap(`error: ${error.message}`, style.width - 2);
  return [
    first.replace('error:', () => paint.red.bold('error:')),
    ...more.map((line) => `  ${line}`),
    ...tail.map((line) =>
      paint.dim(
        `  ${visible(
          line
            .slice(0, 400)
            .replaceAll('\t', '  ')
            .replaceAll(/[\r\n]+/g, ' '),
        )}`,
      ),
    ),
    ...(style.verbose ? [`  ${paint.dim(facts(error))}`] : []),
    ...(error.hint ? wrap(`hint: ${error.hint}`, style.width - 2).map((line, index) => (index ? `  ${line}` : line)) : []),
  ].filter((line) => line.trim());
}

function facts(error: RunError): string {
  const parts = [
    `phase ${error.phase}`,
    error.class,
    error.exitCode === null ? '' : `exit code ${error.exitCode}`,
    error.signal ?? '',
    error.ageMs === null ? '' : `after ${duration(error.ageMs)}`,
    error.stdoutBytes === null ? '' : `${plural(error.stdoutBytes, 'byte')} on stdout`,
  ];
  return shorten(parts.filter(Boolean).join(', '), 300);
}
