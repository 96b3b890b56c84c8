import { bySeverity, type Finding, type Severity } from '../model/finding.ts';
import type { Run } from '../model/run.ts';
import { plural, shorten, visible } from '../model/text.ts';
import { brokenCases, brokenSteps, codesOf, factsOf, reasonsOf, replayOf } from './judged.ts';
import { leavesOf, problemsOf } from './problems.ts';
import { placeOf, type Reporter } from './reporter.ts';
import { inert, outcomeOf, targetTitle } from './words.ts';

/** GitHub shows at most ten annotations of each level for a step and drops the rest without a word. */
const PER_LEVEL = 10;

const COMMANDS: Record<Severity, 'error' | 'warning' | 'notice'> = { error: 'error', warning: 'warning', info: 'notice' };

interface Annotation {
  severity: Severity;
  file: string | null;
  line: number | null;
  column: number | null;
  title: string;
  message: string;
}

/** Workflow commands that GitHub Actions turns into annotations, the heaviest first, and a last line with the totals. */
export const github: Reporter = (run, { folder = '' } = {}) => {
  const annotations = leavesOf(run).flatMap((part) => [...problemsOf(part).map(fromFinding), ...fromSteps(part), ...fromCases(part)]);
  const shown = annotations.toSorted(bySeverity).filter(withinLimit());
  const omitted = annotations.length - shown.length;
  const more = omitted ? `; ${plural(omitted, 'more finding')} not shown here, as GitHub shows ${PER_LEVEL} of each level` : '';
  const subject = [`mcp-adapter ${run.command}`, targetTitle(run)].filter(Boolean).join(' ');
  return `${[...shown.map((each) => command(each, folder)), inert(`${subject}: ${outcomeOf(run)}${more}`)].join('\n')}\n`;
};

function withinLimit(): (annotation: Annotation) => boolean {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  return ({ severity }) => {
    counts[severity] += 1;
    return counts[severity] <= PER_LEVEL;
  };
}

function fromFinding({ severity, rule, tool, source, message, fix, saved }: Finding): Annotation {
  return {
    severity,
    file: source?.file ?? saved?.[0]?.file ?? null,
    line: source?.line ?? null,
    column: source?.column ?? null,
    title: tool === null ? rule : `${rule} in ${shorten(tool, 100)}`,
    message: `${shorten(message, 1500)}${fix ? `\nfix: ${shorten(fix, 800)}` : ''}${saved?.[0] ? `\nreplay: ${shorten(saved[0].replay, 400)}` : ''}`,
  };
}

function fromSteps(run: Run): Annotation[] {
  return brokenSteps(run).map((step) => ({
    severity: 'error',
    file: step.saved?.file ?? null,
    line: null,
    column: null,
    title: `step ${step.name} ${step.status}`,
    message: paragraphs([
      [step.tool, codesOf(step)].filter(Boolean).join(', '),
      ...reasonsOf(step, run),
      step.saved ? `replay: ${step.saved.replay}` : '',
    ]),
  }));
}

function fromCases(run: Run): Annotation[] {
  return brokenCases(run).map((record) => ({
    // Flaky ones may be allowed, and then fail nothing.
    severity: record.verdict === 'flaky' && run.exitCode === 0 ? 'warning' : 'error',
    file: record.file,
    line: null,
    column: null,
    title: `case ${record.id} ${record.verdict}`,
    message: paragraphs([...factsOf(record), `replay: ${replayOf(record)}`]),
  }));
}

function paragraphs(lines: readonly string[]): string {
  return lines
    .filter(Boolean)
    .map((line) => shorten(line, 400))
    .join('\n');
}

/** @param folder as GitHub reads files from the root of the repository */
function command({ severity, file, line, column, title, message }: Annotation, folder: string): string {
  const place = file
    ? [
        `file=${property(placeOf(file, folder).slice(0, 1000))}`,
        line === null ? '' : `line=${line}`,
        column === null ? '' : `col=${column}`,
      ]
    : [];
  const properties = [...place, `title=${property(shorten(title, 200))}`];
  return `::${COMMANDS[severity]} ${properties.filter(Boolean).join(',')}::${data(message.slice(0, 3000))}`;
}

/** What a workflow command holds after its `::` (GitHub's toolkit, command.ts). */
function data(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
