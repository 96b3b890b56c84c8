import type { ChalkInstance } from 'chalk';
import type { Run, StepRecord } from '../model/run.ts';
import { duration, grouped, plural, shorten, visible } from '../model/text.ts';
import { resultLines } from './pretty-result.ts';
import { table } from './pretty-text.ts';
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

/** Every call with its time and what it was made of; the answer when the run holds it. */
export function stepLines(run: Run, style: Style, paint: ChalkInstance): string[] {
  const rows = run.steps.flatMap((step) => [stepRow(step), ...step.steps.map(innerRow)]);
  const lines = table(rows, [2]);
  const results = run.steps.filter((step) => step.raw || (step.result !== null && step.result !== undefined));
  for (const step of results) {
    const title = results.length > 1 ? `result of ${shorten(step.name, 80)}` : 'result';
    if (step.raw)
      lines.push('', paint.bold('sent'), ...step.raw.sent.map(exact), '', paint.bold('received'), ...step.raw.received.map(exact));
    else lines.push('', paint.bold(title), ...resultLines(step.result, style.verbose).map((line) => `  ${line}`));
  }
  return lines;
}

/** Saved cases with their verdicts. */
export function caseLines(run: Run, paint: ChalkInstance): string[] {
  const rows = run.cases.map((each) => [
    each.verdict,
    shorten(each.id, 120),
    [plural(each.runs, 'run'), each.staleSchema ? 'the schema has changed since' : ''].filter(Boolean).join(', '),
  ]);
  return table(rows).map((line, index) => (run.cases[index]?.verdict === 'fixed' ? line : paint.red(line)));
}

/** Whole, but with terminal escapes and the like shown as such. */
function exact(text: string): string {
  return `  ${visible(text)}`;
}

function stepRow(step: StepRecord): string[] {
  const name = step.name === step.tool || !step.tool ? step.name : `${step.name} (${step.tool})`;
  const code = step.code && step.code !== step.outcome ? `${step.outcome}, ${step.code}` : step.outcome;
  return [step.status, shorten(name, 100), duration(step.ms), shorten(code, 80)];
}

function innerRow(step: StepRecord['steps'][number]): string[] {
  return ['', `  ${shorten(step.name, 98)}`, duration(step.ms), shorten(step.code, 80)];
}
