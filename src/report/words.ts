import { SEVERITIES } from '../model/finding.ts';
import { hostTitle } from '../model/host.ts';
import { allRuns, type Run, type StepRecord, type Verdict } from '../model/run.ts';
import { shellWord } from '../model/shell-word.ts';
import { plural, shorten } from '../model/text.ts';

/** What was checked, for people: the command as one would type it, the URL, or the file; empty when there was no target. */
export function targetName(run: Run): string {
  const { target } = run;
  if (!target) return '';
  if (target.kind === 'file') return shorten(target.file, 200);
  if (target.kind === 'http') return shorten(target.url, 200);
  return shorten([target.command, ...target.args].map(shellWord).join(' '), 200);
}

/** The target with the name of its config entry in front, as several runs in one report need it. */
export function targetTitle(run: Run): string {
  const { target } = run;
  const named = target && target.kind !== 'file' && target.name ? `${shorten(target.name, 80)}: ` : '';
  return named + targetName(run);
}

/** The totals of a run and of every run within it, in words: `1 error, 2 warnings`, `3 passed, 1 failed`, `2 fixed`, or `no findings`. */
export function totals(run: Run): string {
  const judged: string[] = allRuns(run).flatMap(({ steps, cases, findings, changes }) => [
    ...steps.map((step) => step.status),
    ...cases.map((record) => record.verdict),
    ...findings.map(({ severity }) => severity),
    ...changes.map(({ severity, accepted }) => (accepted ? 'accepted' : severity)),
  ]);
  const countOf = (word: string) => judged.filter((each) => each === word).length;
  const counted: [number, string][] = [
    ...JUDGEMENTS.map((word): [number, string] => [countOf(word), `${countOf(word)} ${word}`]),
    ...SEVERITIES.map((word): [number, string] => [countOf(word), plural(countOf(word), word)]),
    [countOf('accepted'), `${countOf('accepted')} accepted`],
  ];
  const words = counted.filter(([count]) => count > 0).map(([, text]) => text);
  return words.length ? words.join(', ') : (NONE[run.command] ?? NO_FINDINGS);
}

const NO_FINDINGS = 'no findings';
/** The same for commands that look for something else. */
const NONE: Record<string, string> = { diff: 'no changes', lock: 'no changes' };

/** True for the totals of a run in which nothing was judged and nothing found. */
export function isNothing(words: string): boolean {
  return words === NO_FINDINGS || Object.values(NONE).includes(words);
}

const JUDGEMENTS: readonly (StepRecord['status'] | Verdict)[] = [
  'passed',
  'failed',
  'errored',
  'fixed',
  'still-fails',
  'different-failure',
  'flaky',
  'unreplayable',
];

/** How the run and every run within it went: the totals, and how many of them could not be done. */
export function outcomeOf(run: Run): string {
  const words = totals(run);
  const stopped = allRuns(run).filter((each) => each.error).length;
  if (!stopped) return words;
  const first = run.runs.length ? `${stopped} could not be done` : 'could not be done';
  return isNothing(words) ? first : `${first}, ${words}`;
}

/** One line a host, those that lose nothing together in the first. */
export function hostLines(run: Run): string[] {
  const title = (host: Run['hosts'][number]) => shorten([hostTitle(host.host), host.version].filter(Boolean).join(' '), 80);
  const total = Math.max(run.tools.length, ...run.hosts.map((host) => host.tools));
  const intact = run.hosts.filter((host) => host.accepts && host.tools === total && !host.detail);
  const all = total === 1 ? 'the one tool' : total === 0 ? 'connects' : `all ${total} tools`;
  const lines = intact.length ? [`${intact.map(title).join(', ')}: ${all}`] : [];
  for (const host of run.hosts.filter((each) => !intact.includes(each))) {
    const kept = host.accepts ? `${host.tools} of ${plural(total, 'tool')}` : 'can use nothing of it';
    lines.push(`${title(host)}: ${kept}${host.detail ? `; ${shorten(host.detail, 1000)}` : ''}`);
  }
  return lines;
}

/** The line as no command of a CI log: GitHub's runner obeys `::name` at the start of a line and `##[name]` anywhere. */
export function inert(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1\\u{3a}').replaceAll('##[', '#\\u{23}[');
}
