import imported, { type Builder, type TestCase } from 'junit-report-builder';
import { atLeast, bySeverity, type Finding, type Severity } from '../model/finding.ts';
import { groupBy } from '../model/group.ts';
import type { CaseRecord, ContractTool, Run, StepRecord } from '../model/run.ts';
import { duration, shorten } from '../model/text.ts';
import { wasCalled, workOf } from './contract-words.ts';
import { brokenCases, brokenSteps, codesOf, countOf, factsOf, reasonsOf, replayOf } from './judged.ts';
import { line, seconds, text } from './junit-text.ts';
import { changeFinding, leavesOf } from './problems.ts';
import type { Reporter } from './reporter.ts';
import { targetTitle } from './words.ts';

// The package's types tell of an ES default export; what it exports in CommonJS is the builder itself.
const junitReportBuilder = imported as unknown as Builder;

type AddCase = (className: string, name: string) => TestCase;

/**
 * JUnit XML: a suite a run, in it a test case for each rule that fired, each tool that was checked without a failure, each step and each saved case.
 * Of `contract` each tool is a test case, so that it has one name whether it passes or fails.
 * What made the run fail is a failure, what could not be run an error, the rest stands in `system-out`.
 */
export const junit: Reporter = (run) => {
  const builder = junitReportBuilder.newBuilder();
  for (const part of leavesOf(run)) addSuite(builder, part);
  return `${builder.build().trimEnd()}\n`;
};

function addSuite(builder: Builder, run: Run): void {
  const name = ['mcp-adapter', run.command, targetTitle(run)].filter(Boolean).join(' ');
  const suite = builder.testSuite().name(line(name)).time(seconds(run.durationMs));
  const add: AddCase = (className, title) => suite.testCase().className(className).name(line(title)).time(0);

  const { error } = run;
  if (error) {
    const content = text([...error.stderrTail, error.hint ? `hint: ${error.hint}` : ''].filter(Boolean).join('\n'));
    add(run.command, error.class || error.phase).error(line(error.message), line(error.class || error.phase), content);
  }
  const floor = failingFrom(run);
  const findings = [...run.findings, ...run.changes.map(changeFinding)];
  const tested = run.contract?.tools ?? [];
  const isTested = ({ tool, rule }: Finding) => rule.startsWith('contract/') && tested.some((each) => each.tool === tool);
  const others = findings.filter((finding) => !isTested(finding));
  for (const [rule, group] of groupBy(others, ({ rule }) => rule)) addFindings(add(`${run.command}.rules`, rule), group, floor);
  const broken = new Set(findings.filter((finding) => isFailure(finding, floor)).map((finding) => finding.tool));
  const sound = new Set(run.tools.map((tool) => tool.name).filter((tool) => !broken.has(tool)));
  // Of the others only the calls that were made say something about a tool.
  if (run.command === 'check' || run.command === 'list') for (const tool of sound) add(`${run.command}.tools`, tool);
  for (const tool of tested) {
    const own = findings.filter((finding) => finding.tool === tool.tool && isTested(finding));
    addTested(add(`${run.command}.tools`, tool.tool), tool, own.toSorted(bySeverity), floor);
  }
  for (const step of run.steps) addStep(add(`${run.command}.steps`, step.name).time(seconds(step.ms)), step, run);
  for (const record of run.cases) addSaved(add(`${run.command}.cases`, record.id).time(seconds(record.ms)), record);
}

/** The lightest severity that made the run fail: a run without errors that failed all the same did so for its warnings, `diff --frozen` for less. */
function failingFrom(run: Run): Severity | null {
  if (run.exitCode === 0) return null;
  const hasOther = run.error !== null || run.findings.some(isError) || run.changes.some(isError);
  if (hasOther || brokenSteps(run).length || brokenCases(run).length) return 'error';
  return run.changes.length && ![...run.findings, ...run.changes].some(({ severity }) => severity === 'warning') ? 'info' : 'warning';
}

function isError(finding: Finding): boolean {
  return finding.severity === 'error';
}

function isFailure(finding: Finding, floor: Severity | null): boolean {
  const isAccepted = 'accepted' in finding && finding.accepted !== null;
  return floor !== null && !isAccepted && atLeast(finding.severity, floor);
}

/** @param more what there is to know beside the findings, in lines */
function addFindings(testCase: TestCase, findings: readonly Finding[], floor: Severity | null, more: readonly string[] = []): void {
  const details = text([...more, ...findings.map(detail)].join('\n\n'));
  const first = findings.find((finding) => isFailure(finding, floor));
  if (!first) {
    testCase.standardOutput(details);
    return;
  }
  const others = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  testCase.failure(line(`${first.tool === null ? '' : `${shorten(first.tool, 80)}: `}${first.message}`) + others, first.severity);
  testCase.stacktrace(details);
  if (first.source) testCase.file(line(first.source.file));
  const kept = first.saved?.[0];
  if (kept) addSource(testCase, kept.file, kept.replay);
}

function detail(finding: Finding): string {
  const place = [finding.tool, finding.at].flatMap((part) => (part === null ? [] : [shorten(part, 120)])).join(' ');
  const { source } = finding;
  return [
    [finding.severity, shorten(finding.rule, 80), place].filter(Boolean).join(' '),
    shorten(finding.message, 2000),
    finding.fix ? `fix: ${shorten(finding.fix, 1000)}` : '',
    source ? `at: ${shorten(`${source.file}:${source.line}:${source.column}`, 300)}` : '',
    finding.clause ? `see: ${shorten(finding.clause, 300)}` : '',
    finding.evidence ? `seen: ${shorten(finding.evidence, 1000)}` : '',
    ...(finding.saved ?? []).flatMap((saved) => savedLines({ saved })),
  ]
    .filter(Boolean)
    .join('\n');
}

/** A tool with how much it was tried, and where it breaks its declaration. */
function addTested(testCase: TestCase, tool: ContractTool, findings: readonly Finding[], floor: Severity | null): void {
  const work = [wasCalled(tool) ? workOf(tool) : '', tool.note].filter(Boolean).map(line).join('\n');
  if (!wasCalled(tool) && !findings.length) testCase.skipped();
  addFindings(testCase, findings, floor, [work]);
}

function addStep(testCase: TestCase, step: StepRecord, run: Run): void {
  if (step.saved) addSource(testCase, step.saved.file, step.saved.replay);
  const reasons = reasonsOf(step, run);
  const codes = line(codesOf(step));
  const inner = step.steps.map(({ name, ms, code }) => `${shorten(name, 100)}: ${duration(ms)}, ${shorten(code, 80)}`);
  const body = text([codes, ...reasons.map(line), ...inner, ...savedLines(step)].join('\n'));
  const message = reasons[0] === undefined ? codes : line(reasons[0]);
  if (step.status === 'failed') testCase.failure(message, step.outcome).stacktrace(body);
  if (step.status === 'errored') testCase.error(message, line(step.code) || 'errored', body);
}

function addSaved(testCase: TestCase, record: CaseRecord): void {
  testCase.file(line(record.file));
  addSource(testCase, record.file, replayOf(record));
  const body = text([countOf(record), ...factsOf(record).map(line), ...savedLines(record)].join('\n'));
  const message = line([record.verdict, record.detail].filter(Boolean).join(': '));
  if (record.verdict === 'fixed') testCase.standardOutput(body);
  else if (record.verdict === 'unreplayable') testCase.error(message, record.verdict, body);
  else testCase.failure(message, record.verdict).stacktrace(body);
}

/** The case file and the command that runs it, for whoever reads the results by program. */
function addSource(testCase: TestCase, file: string, replay: string): void {
  testCase.property('file', line(file)).property('replay', line(replay));
}

function savedLines({ saved }: Pick<StepRecord, 'saved'>): string[] {
  return saved ? [`saved ${line(saved.file)}`, `replay ${line(saved.replay)}`] : [];
}
