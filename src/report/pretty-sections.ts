import type { ChalkInstance } from 'chalk';
import type { Run, StepRecord } from '../model/run.ts';
import { duration, grouped, plural, shorten, visible } from '../model/text.ts';
import { codesOf, countOf, factsOf, reasonsOf } from './judged.ts';
import { resultLines } from './pretty-result.ts';
import { table, wrap } from './pretty-text.ts';
import type { Style } from './reporter.ts';

/** Every tool with what it costs, then resources and prompts. */
export function listLines(run: Run, paint: ChalkInstance): string[] {
  const bytes = run.tools.reduce((sum, tool) => sum + tool.bytes, 0);
  const tokens = run.tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const rows = [
    ['tool', 'risk', 'bytes', 'tokens'],
    ...run.tools.map((tool) => [shorten(tool.name, 80), tool.risk, grouped(tool.bytes), grouped(tool.tokens)]),
    [plural(run.tools.length, 'tool'), '', grouped(bytes), grouped(tokens)],
  ];
  const tools = table(rows, [2, 3]).map((line, index) => (index === 0 || index === rows.length - 1 ? paint.bold(line) : line));
  const resources = table(run.resources.map((each) => [`  ${shorten(each.name, 80)}`, shorten(each.uri, 200)]));
  const prompts = table(run.prompts.map((each) => [`  ${shorten(each.name, 80)}`, shorten(each.description, 200)]));
  return [
    ...(run.tools.length ? tools : ['no tools']),
    ...(resources.length ? ['', paint.bold('resources'), ...resources] : []),
    ...(prompts.length ? ['', paint.bold('prompts'), ...prompts] : []),
  ];
}

/**
 * Every call with its time; what it was made of for `call`, for a failure, or when asked for; why it did not pass, and where that was kept.
 * The answer when the run holds it.
 */
export function stepLines(run: Run, style: Style, paint: ChalkInstance): string[] {
  const entries = run.steps.map((step): Entry => {
    const isOpen = style.verbose || step.status === 'failed' || run.command === 'call';
    return {
      rows: [stepRow(step), ...(isOpen ? step.steps.map(innerRow) : [])],
      // What the adapter said stands in the result already.
      reasons: reasonsOf(holdsResult(step) ? { ...step, message: '' } : step, run),
      saved: step.saved,
    };
  });
  const lines = entryLines(entries, style, paint);
  const results = run.steps.filter((step) => step.raw || holdsResult(step));
  for (const step of results) {
    const title = results.length > 1 ? `result of ${shorten(step.name, 80)}` : 'result';
    if (step.raw)
      lines.push('', paint.bold('sent'), ...step.raw.sent.map(exact), '', paint.bold('received'), ...step.raw.received.map(exact));
    else lines.push('', paint.bold(title), ...resultLines(step.result, style.verbose).map((line) => `  ${line}`));
  }
  return lines;
}

/** Saved cases with their verdicts, and why these are what they are. */
export function caseLines(run: Run, style: Style, paint: ChalkInstance): string[] {
  const entries = run.cases.map((record): Entry => {
    const row = [record.verdict, shorten(record.id, 120), duration(record.ms), countOf(record)];
    return { rows: [row], reasons: factsOf(record), saved: record.saved };
  });
  return entryLines(entries, style, paint);
}

/** Rows of a table, the first beginning with the judgement, and what stands below them. */
interface Entry {
  rows: string[][];
  reasons: string[];
  saved: StepRecord['saved'] | undefined;
}

function entryLines(entries: readonly Entry[], style: Style, paint: ChalkInstance): string[] {
  const rows = entries.flatMap((entry) => entry.rows);
  const indent = ' '.repeat(Math.max(0, ...rows.map(([word = '']) => word.length)) + 5);
  const lines = table(rows, [2]);
  return entries.flatMap(({ rows: [[word = ''] = [], ...inner], reasons, saved }) => {
    const [first = '', ...others] = lines.splice(0, inner.length + 1);
    return [
      coloured(word, paint) + first.slice(word.length),
      ...others,
      ...reasons.flatMap((reason) => wrap(reason, style.width - indent.length, 500)).map((line) => indent + line),
      // Whole, as they are copied.
      ...(saved
        ? [`saved ${shorten(saved.file, 400)}`, `replay ${shorten(saved.replay, 800)}`].map((line) => indent + paint.dim(line))
        : []),
    ];
  });
}

function coloured(word: string, paint: ChalkInstance): string {
  if (word === 'failed' || word === 'still-fails' || word === 'different-failure') return paint.red(word);
  return word === 'errored' || word === 'flaky' || word === 'unreplayable' ? paint.yellow(word) : word;
}

function holdsResult(step: StepRecord): boolean {
  return step.result !== null && step.result !== undefined;
}

/** Whole, but with terminal escapes and the like shown as such. */
function exact(text: string): string {
  return `  ${visible(text)}`;
}

function stepRow(step: StepRecord): string[] {
  const name = step.name === step.tool || !step.tool ? step.name : `${step.name} (${step.tool})`;
  return [step.status, shorten(name, 100), duration(step.ms), shorten(codesOf(step), 80)];
}

function innerRow(step: StepRecord['steps'][number]): string[] {
  return ['', `  ${shorten(step.name, 98)}`, duration(step.ms), shorten(step.code, 80)];
}
