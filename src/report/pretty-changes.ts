import type { ChalkInstance } from 'chalk';
import { bySeverity, type Change, SEVERITIES } from '../model/finding.ts';
import { groupBy } from '../model/group.ts';
import { plural, shorten } from '../model/text.ts';
import { shownValues } from './changed-values.ts';
import { pad, wrap } from './pretty-text.ts';
import type { Style } from './reporter.ts';

/** Infos that are shown before the rest becomes a number. */
const INFOS = 8;
/** Columns before a message: the indent, the longest word, two spaces. */
const INDENT = 12;

/** Changes under the tool that they are about, what is about the whole adapter first; no lines when there are none. */
export function changeLines(changes: readonly Change[], style: Style, paint: ChalkInstance): string[] {
  const infos = changes.filter(({ severity, accepted }) => severity === 'info' && !accepted);
  const folded = new Set(style.verbose ? [] : infos.slice(INFOS));
  const shown = changes.filter((change) => !folded.has(change));
  const ruleWidth = shown.reduce((width, { rule }) => Math.min(40, Math.max(width, rule.length)), 0);
  const groups = [...groupBy(shown, ({ tool }) => JSON.stringify(tool)).values()]
    .map((group) => group.toSorted(bySeverity))
    .sort((a, b) => rank(a) - rank(b));
  const lines = groups.flatMap((group) => [
    ...wrap(titleOf(group), style.width, 100).map((line) => paint.bold(line)),
    // What is to be done about several that follow one another is said once.
    ...group.flatMap((change, index) => oneChange(change, group[index + 1]?.fix === change.fix ? '' : change.fix, ruleWidth, style, paint)),
    '',
  ]);
  if (folded.size) lines.push(`and ${plural(folded.size, 'more info', 'more infos')} (--verbose)`, '');
  return lines.slice(0, -1);
}

function titleOf([first]: readonly Change[]): string {
  return first?.tool === '' ? '""' : (first?.tool ?? 'the whole adapter');
}

function oneChange(change: Change, fix: string, ruleWidth: number, style: Style, paint: ChalkInstance): string[] {
  const { rule, message, count, source, at, accepted, severity } = change;
  const word = accepted ? 'accepted' : severity;
  const place = [
    at ? shorten(at, 120) : '',
    count > 1 ? plural(count, 'place') : '',
    source ? shorten(`${source.file}:${source.line}`, 200) : '',
    change.fingerprint,
  ].filter(Boolean);
  const indented = (text: string, max?: number) => wrap(text, style.width - INDENT, max).map((line) => ' '.repeat(INDENT) + line);
  const signed = (sign: string, text: string) =>
    wrap(text, style.width - INDENT - 2).map((line, index) => `${' '.repeat(INDENT)}${index ? ' ' : sign} ${line}`);
  const { before, after } = shownValues(change, style.verbose ? 2_000 : style.width - INDENT - 3);
  return [
    `  ${colour(change, paint)(word)}${' '.repeat(INDENT - 2 - word.length)}${pad(shorten(rule, 80), ruleWidth)}   ${paint.dim(place.join('   '))}`,
    ...indented(message),
    ...(before === null ? [] : signed('-', before).map((line) => paint.red(line))),
    ...(after === null ? [] : signed('+', after).map((line) => paint.green(line))),
    ...(accepted ? indented(`until ${accepted.until}: ${accepted.reason}`, 400) : []),
    ...(fix && !accepted && (severity !== 'info' || style.verbose) ? indented(`fix: ${fix}`) : []),
  ];
}

function colour({ severity, accepted }: Change, paint: ChalkInstance): ChalkInstance {
  if (accepted) return paint.green;
  return severity === 'error' ? paint.red.bold : severity === 'warning' ? paint.yellow : paint.cyan;
}

/** The whole adapter first, then the tool with the heaviest change; otherwise as they came. */
function rank([first]: readonly Change[]): number {
  return !first || first.tool === null ? -1 : SEVERITIES.indexOf(first.severity);
}
