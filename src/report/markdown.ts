import { bySeverity, type Finding } from '../model/finding.ts';
import type { CaseRecord, ContractSummary, Run, ScaffoldSummary, StepRecord } from '../model/run.ts';
import { duration, plural } from '../model/text.ts';
import { contractTotals, identityWords, resultOf, wasCalled, workOf } from './contract-words.ts';
import { factsOf, reasonsOf } from './judged.ts';
import { changeSections } from './markdown-changes.ts';
import { block, code, plain, table } from './markdown-text.ts';
import { leavesOf } from './problems.ts';
import type { Reporter } from './reporter.ts';
import { filesByFolder, scaffoldTitle } from './scaffold-words.ts';
import { hostLines, outcomeOf, targetTitle } from './words.ts';

/** Rows of one table: a step summary may have 1 MiB, a comment 65,536 characters. */
const ROWS = 50;

/** For a step summary or a pull request: what is wrong, what hosts make of it, and the totals. */
export const markdown: Reporter = (run) => {
  const parts = leavesOf(run);
  const title = `## mcp-adapter ${plain(run.command, 40)}: ${run.scaffold ? plain(scaffoldTitle(run.scaffold)) : outcomeOf(run)}`;
  const sections = parts.flatMap((part) => [
    ...(parts.length > 1 ? [`### ${plain(targetTitle(part)) || 'all together'}`] : []),
    ...sectionsOf(part),
  ]);
  const closing = [duration(run.durationMs), run.next ? `next: ${code(run.next, 400)}` : ''].filter(Boolean).join(' · ');
  return `${[title, ...sections, closing].join('\n\n')}\n`;
};

function sectionsOf(run: Run): string[] {
  const { error } = run;
  return [
    ...(run.scaffold ? scaffoldSections(run.scaffold) : []),
    heading(run),
    error ? `**error**: ${plain(error.message, 1000)}` : '',
    error?.stderrTail.length ? block(error.stderrTail.slice(-15)) : '',
    error?.hint ? `hint: ${plain(error.hint, 1000)}` : '',
    stepTable(run),
    caseTable(run),
    ...(run.contract ? contractSections(run.contract) : []),
    findingTable(run.findings),
    ...changeSections(run.changes),
    hostLines(run)
      .map((line) => `- ${plain(line, 1000)}`)
      .join('\n'),
  ].filter(Boolean);
}

/** What `init` made, and what is to be known of it. */
function scaffoldSections(scaffold: ScaffoldSummary): string[] {
  const rows = filesByFolder(scaffold).map(([folder, names]) => [code(folder), names.map((name) => code(name)).join(' ')]);
  return [rows.length ? table(['folder', 'files'], rows) : '', scaffold.notes.map((note) => `- ${plain(note, 400)}`).join('\n')];
}

function heading(run: Run): string {
  const { adapter } = run;
  const facts = [
    code(targetTitle(run)),
    adapter ? plain(`${adapter.name} ${adapter.version}`, 80) : '',
    adapter || run.tools.length ? plural(run.tools.length, 'tool') : '',
    adapter?.protocol ? `protocol ${plain(adapter.protocol, 40)}` : '',
  ];
  return facts.filter((fact) => fact.trim()).join(' · ');
}

function findingTable(findings: readonly Finding[]): string {
  if (!findings.length) return '';
  const sorted = findings.toSorted(bySeverity);
  const rows = sorted.slice(0, ROWS).map((finding) => [finding.severity, code(finding.rule), place(finding), what(finding)]);
  const more = sorted.length > ROWS ? `\n\nand ${sorted.length - ROWS} more` : '';
  return table(['', 'rule', 'where', 'what'], rows) + more;
}

function place({ tool, at, source }: Finding): string {
  const parts = [
    tool === null ? '' : code(tool, 100),
    at === null ? '' : code(at, 120),
    source ? code(`${source.file}:${source.line}`) : '',
  ];
  return parts.filter(Boolean).join('<br>');
}

function what({ message, fix, saved = [] }: Finding): string {
  const more = saved.length > 1 ? `<br>and ${plural(saved.length - 1, 'more case')} saved` : '';
  return told([message], saved[0], 600) + more + (fix ? `<br>**fix**: ${plain(fix, 400)}` : '');
}

/** Each tool with how much it was tried, each identity with what it was let do, and what the calls were made from. */
function contractSections(contract: ContractSummary): string[] {
  const rows = contract.tools
    .slice(0, ROWS)
    .map((tool) => [
      code(tool.tool, 100),
      tool.risk,
      wasCalled(tool) ? workOf(tool) : '',
      wasCalled(tool) ? resultOf(tool) : '',
      plain(tool.note, 400),
    ]);
  const identities = contract.identities.map((each) => [plain(each.name, 100), identityWords(each)]);
  return [
    rows.length ? short(['tool', 'risk', 'calls', 'result', ''], rows, contract.tools.length) : '',
    identities.length ? table(['identity', 'tools'], identities) : '',
    contractTotals(contract),
  ];
}

function stepTable(run: Run): string {
  if (!run.steps.length) return '';
  const broken = run.steps.toSorted((a, b) => Number(a.status === 'passed') - Number(b.status === 'passed'));
  const rows = broken
    .slice(0, ROWS)
    .map((step) => [
      step.status,
      plain(step.name, 100),
      code(step.tool, 100),
      plain(step.code, 80),
      duration(step.ms),
      told(reasonsOf(step, run), step.saved),
    ]);
  return short(['', 'step', 'tool', 'code', 'time', 'what'], rows, run.steps.length);
}

function caseTable(run: Run): string {
  if (!run.cases.length) return '';
  const broken = run.cases.toSorted((a, b) => Number(a.verdict === 'fixed') - Number(b.verdict === 'fixed'));
  const rows = broken
    .slice(0, ROWS)
    .map((record) => [
      record.verdict,
      code(record.file),
      record.runs ? `${record.failures} of ${record.runs}` : '',
      duration(record.ms),
      told(factsOf(record), record.saved),
    ]);
  return short(['', 'case', 'failed', 'time', 'what'], rows, run.cases.length);
}

/** Sentences in one cell, and where the failure was kept. */
function told(lines: readonly string[], saved: StepRecord['saved'] | CaseRecord['saved'], max = 400): string {
  const kept = saved ? [`saved ${code(saved.file)}`, code(saved.replay, 400)] : [];
  return [...lines.map((line) => plain(line, max)), ...kept].join('<br>');
}

/** The table without its last column where nothing stands in it, and the number of rows that are left out. */
function short(head: readonly string[], rows: readonly (readonly string[])[], total: number): string {
  const columns = rows.some((row) => row.at(-1)) ? head.length : head.length - 1;
  const cut = (row: readonly string[]) => row.slice(0, columns);
  return table(cut(head), rows.map(cut)) + (total > ROWS ? `\n\nand ${total - ROWS} more` : '');
}
