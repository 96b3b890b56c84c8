import type { ChalkInstance } from 'chalk';
import type { StepRecord, TraceSummary } from '../model/run.ts';
import { duration, shorten } from '../model/text.ts';
import { isUnanswered, longestStep, NO_ANSWER } from '../model/trace.ts';
import { clip } from './pretty-clip.ts';
import { columns, pad, wrap } from './pretty-text.ts';
import type { Style } from './reporter.ts';
import { inert } from './words.ts';

const GAP = '  ';
const BAR = { least: 10, most: 40 };
/** Cells are cut to so many columns, and further where the line would be too wide. */
const MOST = { name: 40, ms: 12, code: 40, task: 30 };

/** A line of the waterfall. `from` and `to` are parts of the time that its connection took, 0 to 1. */
interface Row {
  name: string;
  from: number;
  to: number;
  ms: string;
  code: string;
  task: string;
  kind: 'call' | 'failed' | 'unanswered' | 'step' | 'longest';
}

/** A section for each connection, or one when the slowest calls of all are shown: there the connection stands before the name. */
export function waterfall(steps: readonly StepRecord[], { order }: TraceSummary, style: Style, paint: ChalkInstance): string[][] {
  const connections = [...new Set(steps.map((step) => step.connection ?? 1))];
  const several = connections.length > 1;
  const spans = new Map(connections.map((each) => [each, spanOf(steps.filter((step) => (step.connection ?? 1) === each))]));
  const rows = steps.map((step) => rowsOf(step, spans.get(step.connection ?? 1) ?? [0, 1], several && order === 'slowest'));
  const widths = widthsFor(rows.flat(), style.width);
  const lines = steps.map((step, index) => {
    const [call = '', ...inner] = (rows[index] ?? []).map((row) => lineOf(row, widths, paint));
    const given = style.verbose && step.arguments ? paragraph(step.arguments, style.width - 4).map((line) => `    ${line}`) : [];
    return [call, ...given.map((line) => paint.dim(line)), ...inner];
  });
  if (!several || order === 'slowest') return [lines.flat()];
  return connections.map((each) => [
    paint.dim(`connection ${each}`),
    ...lines.filter((_, index) => (steps[index]?.connection ?? 1) === each).flat(),
  ]);
}

/** From when to when the calls took place, in milliseconds. */
function spanOf(steps: readonly StepRecord[]): [number, number] {
  return steps.reduce<[number, number]>(
    ([from, to], { startMs = 0, ms }) => [Math.min(from, startMs), Math.max(to, startMs + ms)],
    [Number.POSITIVE_INFINITY, 0],
  );
}

function rowsOf(step: StepRecord, [from, to]: [number, number], withConnection: boolean): Row[] {
  const { startMs = 0, ms, steps, outcome, code, attempts, taskId } = step;
  const length = Math.max(to - from, Number.MIN_VALUE);
  const part = (at: number) => Math.min(1, Math.max(0, (at - from) / length));
  const isOpen = isUnanswered(step);
  const title = step.name === step.tool || !step.tool ? step.name : `${step.name} (${step.tool})`;
  const tries = attempts && attempts > 1 ? ` ×${attempts}` : '';
  const call: Row = {
    name: `${withConnection ? `${step.connection}: ` : ''}${shorten(title, 100)}`,
    from: part(startMs),
    to: part(startMs + ms),
    ms: duration(ms),
    code: `${isOpen ? (code === NO_ANSWER ? 'no answer' : `no answer, ${code}`) : code}${tries}`,
    task: taskId ?? '',
    kind: isOpen ? 'unanswered' : outcome === 'ok' ? 'call' : 'failed',
  };
  if (steps.length < 2) return [call];
  const longest = longestStep(step);
  // One after the other: when each began is not known.
  let at = startMs;
  const inner = steps.map((each): Row => {
    const begun = at;
    at += each.ms;
    const isLongest = each === longest;
    const [first, last] = [part(Math.min(begun, startMs + ms)), part(Math.min(at, startMs + ms))];
    return {
      name: `${isLongest ? '  > ' : '    '}${shorten(each.name, 100)}`,
      from: first,
      to: last,
      ms: duration(each.ms),
      code: each.code,
      task: '',
      kind: isLongest ? 'longest' : 'step',
    };
  });
  return [call, ...inner];
}

interface Widths {
  name: number;
  bar: number;
  ms: number;
  code: number;
  task: number;
}

/** Cells as wide as what stands in them, the widest of them narrower until the bar has its room; the bar takes what is left. */
function widthsFor(rows: readonly Row[], width: number): Widths {
  const widest = (key: 'name' | 'ms' | 'code' | 'task', most: number) =>
    rows.reduce((max, row) => Math.max(max, columns(clipped(row[key], most))), 0);
  const ms = widest('ms', MOST.ms);
  const cells = { name: widest('name', MOST.name), code: widest('code', MOST.code), task: widest('task', MOST.task) };
  const left = () => width - ms - cells.name - cells.code - cells.task - GAP.length * 4;
  for (let most = Math.max(cells.name, cells.code, cells.task); left() < BAR.least && most > 0; most--) {
    for (const key of ['name', 'code', 'task'] as const) if (left() < BAR.least) cells[key] = Math.min(cells[key], most);
  }
  return { ...cells, bar: Math.max(1, Math.min(BAR.most, left())), ms };
}

function lineOf(row: Row, widths: Widths, paint: ChalkInstance): string {
  const bad = row.kind === 'failed' || row.kind === 'unanswered';
  const tone = bad ? paint.red : row.kind === 'longest' ? paint.yellow : row.kind === 'step' ? paint.dim : paint;
  const begin = Math.min(widths.bar - 1, Math.floor(row.from * widths.bar));
  const end = Math.max(begin + 1, Math.round(row.to * widths.bar));
  const sign = row.kind === 'unanswered' ? '╌' : row.kind === 'call' || row.kind === 'failed' ? '█' : '━';
  const bar = pad(' '.repeat(begin) + sign.repeat(end - begin), widths.bar);
  const code = clip(row.code, widths.code);
  return [
    pad(clipped(row.name, widths.name), widths.name),
    tone(bar),
    clip(row.ms, widths.ms).padStart(widths.ms),
    // Padded outside of the colour, so that the end of the line can be trimmed.
    tone(code) + ' '.repeat(Math.max(0, widths.code - columns(code))),
    clip(row.task, widths.task),
  ].join(GAP);
}

/** `clip`, but what the name is indented by stays. */
function clipped(text: string, width: number): string {
  const indent = /^ */.exec(text)?.[0] ?? '';
  return indent + clip(text, width - indent.length);
}

/** Wrapped, with room for what `inert` may make longer at the beginning of a line. */
export function paragraph(text: string, width: number): string[] {
  return wrap(inert(text), width - '\\u{3a}'.length, 500);
}
