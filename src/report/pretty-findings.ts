import type { ChalkInstance } from 'chalk';
import { bySeverity, type Finding, SEVERITIES, type Severity } from '../model/finding.ts';
import { groupBy } from '../model/group.ts';
import type { Run } from '../model/run.ts';
import { plural, shorten, some } from '../model/text.ts';
import { pad, wrap } from './pretty-text.ts';
import type { Style } from './reporter.ts';

/** Infos that are shown before the rest becomes a number. */
const INFOS = 8;
/** From so many tools on, the same finding is shown once for all of them. */
const SHARED = 3;
/** Files of one finding that are shown before the rest becomes a number. */
const SAVED = 3;
/** Columns before a message: the indent, the longest severity word, two spaces. */
const INDENT = 11;

interface Group {
  title: string;
  findings: Finding[];
}

/** Findings under the tool they are about, what is about the whole adapter first; no lines when there are none. */
export function findingLines(run: Run, findings: readonly Finding[], style: Style, paint: ChalkInstance): string[] {
  const shown = style.verbose ? [...findings] : withoutManyInfos(findings);
  const ruleWidth = shown.reduce((width, { rule }) => Math.min(40, Math.max(width, rule.length)), 0);
  const lines: string[] = [];
  for (const { title, findings: group } of groups(run, shown, style)) {
    lines.push(...wrap(title, style.width, 500).map((line) => paint.bold(line)));
    lines.push(...group.flatMap((finding) => oneFinding(finding, ruleWidth, style, paint)), '');
  }
  const folded = findings.length - shown.length;
  if (folded) lines.push(`and ${plural(folded, 'more info', 'more infos')} (--verbose)`, '');
  return lines.slice(0, -1);
}

function withoutManyInfos(findings: readonly Finding[]): Finding[] {
  const infos = findings.filter((finding) => finding.severity === 'info');
  const folded = new Set(infos.slice(INFOS));
  return findings.filter((finding) => !folded.has(finding));
}

function oneFinding(finding: Finding, ruleWidth: number, style: Style, paint: ChalkInstance): string[] {
  const { severity, count } = finding;
  const place = [
    finding.at ? shorten(finding.at, 120) : '',
    count > 1 ? plural(count, 'place') : '',
    finding.source ? shorten(`${finding.source.file}:${finding.source.line}`, 200) : '',
    finding.profile ? `refused by ${finding.profile.replaceAll(',', ', ')}` : '',
  ].filter(Boolean);
  const rule = shorten(finding.rule, 80);
  const head = `  ${colour(severity, paint)(severity)}${' '.repeat(INDENT - 2 - severity.length)}`;
  const labelled = (label: string, text: string, max?: number) =>
    wrap(text, style.width - INDENT - 6, max).map((line, index) => `${' '.repeat(INDENT)}${paint.dim(pad(index ? '' : label, 6))}${line}`);
  const evidence = finding.evidence?.split('\n', 6).filter((line) => line.trim()) ?? [];
  return [
    head + (place.length ? `${pad(rule, ruleWidth)}   ${paint.dim(place.join('   '))}` : rule),
    ...wrap(finding.message, style.width - INDENT).map((line) => ' '.repeat(INDENT) + line),
    ...evidence.flatMap((line, index) => labelled(index ? '' : 'seen', line, 240)),
    ...(finding.fix && (severity !== 'info' || style.verbose) ? labelled('fix', finding.fix) : []),
    ...(finding.clause && style.verbose ? labelled('see', finding.clause) : []),
    ...savedLines(finding, style).map((line) => ' '.repeat(INDENT) + paint.dim(line)),
  ];
}

/** Where the failing calls were kept, and how the plainest is made again; whole, as they are copied. */
function savedLines({ saved = [] }: Finding, style: Style): string[] {
  const [first] = saved;
  if (!first) return [];
  const shown = style.verbose ? saved : saved.slice(0, SAVED);
  const more = saved.length - shown.length;
  return [
    ...shown.map(({ file }) => `saved ${shorten(file, 400)}`),
    ...(more ? [`and ${plural(more, 'more file')} (--verbose)`] : []),
    `replay ${shorten(first.replay, 800)}`,
  ];
}

function colour(severity: Severity, paint: ChalkInstance): ChalkInstance {
  return severity === 'error' ? paint.red.bold : severity === 'warning' ? paint.yellow : paint.cyan;
}

function groups(run: Run, findings: readonly Finding[], style: Style): Group[] {
  // What reads the same for many tools is shown once, where the first of them is.
  const shared = new Map<Finding, Finding[]>();
  const many = style.verbose ? [] : [...groupBy(findings, likeness).values()].filter((alike) => alike.length >= SHARED);
  for (const alike of many) for (const finding of alike) if (finding.tool !== null) shared.set(finding, alike);

  const shown = findings.filter((finding) => (shared.get(finding)?.[0] ?? finding) === finding);
  const byTitle = groupBy(shown, (finding) => {
    const alike = shared.get(finding);
    return alike ? sharedTitle(alike) : title(run, finding.tool);
  });
  const sorted = [...byTitle].map(([name, list]) => ({ title: name, findings: list.toSorted(bySeverity) }));
  return sorted.sort((a, b) => rank(a) - rank(b));
}

/** Equal for findings that would read the same but for the tool. */
function likeness({ severity, rule, at, message, fix, profile, evidence, count }: Finding): string {
  return JSON.stringify([severity, rule, at, message, fix, profile, evidence, count]);
}

function sharedTitle(findings: readonly Finding[]): string {
  const names = findings.map((finding) => shorten(finding.tool ?? '', 60));
  return `${names.length} tools: ${some(names, 8)}`;
}

function title(run: Run, tool: string | null): string {
  const whole = run.target?.kind === 'file' ? 'list' : 'connection';
  if (tool === null) return whole;
  return tool === whole ? `"${tool}"` : shorten(tool, 100);
}

/** The whole adapter first, then the group with the heaviest finding; otherwise as they came. */
function rank({ findings }: Group): number {
  const [first] = findings;
  return first ? (first.tool === null ? -1 : SEVERITIES.indexOf(first.severity)) : SEVERITIES.length;
}
