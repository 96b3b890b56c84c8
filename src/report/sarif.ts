import { createHash } from 'node:crypto';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import type { Finding, Severity } from '../model/finding.ts';
import type { Run } from '../model/run.ts';
import { shorten } from '../model/text.ts';
import { jsonDocument } from './json-text.ts';
import { leavesOf, problemsOf } from './problems.ts';
import type { Reporter } from './reporter.ts';
import { location } from './sarif-location.ts';

const LEVELS: Record<Severity, 'error' | 'warning' | 'note'> = { error: 'error', warning: 'warning', info: 'note' };

/**
 * SARIF 2.1.0. All runs of the document become one: GitHub refuses a file with several runs of one tool. What has no rule (an
 * unreadable file, a wrong option) is a notification of the invocation and no result.
 */
export const sarif: Reporter = (run, { folder = '' } = {}) => {
  const parts = leavesOf(run);
  const placed = parts.flatMap((part) => problemsOf(part).flatMap((finding) => (isRule(finding.rule) ? [{ part, finding }] : [])));
  const rules = rulesOf(placed.map(({ finding }) => finding));
  const indexes = new Map(rules.map((rule, index) => [rule.id, index]));
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'mcp-adapter', rules } },
        columnKind: 'utf16CodeUnits',
        invocations: parts.map(invocation),
        results: placed.map(({ part, finding }) => result(part, finding, indexes, folder)),
      },
    ],
  };
  return jsonDocument(log);
};

function isRule(id: string): boolean {
  return id.includes('/');
}

function rulesOf(findings: readonly Finding[]): ReportingDescriptor[] {
  const first = new Map<string, Finding>();
  for (const finding of findings) if (!first.has(ruleId(finding))) first.set(ruleId(finding), finding);
  return [...first].map(([id, finding]) => {
    const help = [finding.fix || id, finding.clause ? `See ${finding.clause}.` : ''].filter(Boolean).join('\n\n');
    return {
      id,
      shortDescription: { text: id.replace('/', ': ').replaceAll('-', ' ') },
      fullDescription: { text: plain(finding.fix || id, 1000) },
      help: { text: plain(help, 1500) },
      defaultConfiguration: { level: LEVELS[finding.severity] },
    };
  });
}

function invocation(run: Run) {
  const { error } = run;
  const notification = error && { level: 'error' as const, message: { text: plain(`${error.message}\n${error.hint}`, 2000) } };
  return {
    executionSuccessful: error === null,
    exitCode: run.exitCode,
    ...(notification ? { toolExecutionNotifications: [notification] } : {}),
  };
}

function result(run: Run, finding: Finding, indexes: ReadonlyMap<string, number>, folder: string): Result {
  const id = ruleId(finding);
  const { profile, count, clause, evidence, saved = [] } = finding;
  const [kept] = saved;
  const subject = finding.tool === null ? '' : `${shorten(finding.tool, 100)}: `;
  const sentences = [subject + finding.message, finding.fix && `Fix: ${finding.fix}`, kept ? `Replay: ${kept.replay}` : ''];
  const text = plain(sentences.filter(Boolean).join('. '), 3000);
  return {
    ruleId: id,
    ruleIndex: indexes.get(id) ?? -1,
    level: LEVELS[finding.severity],
    message: { text },
    locations: [location(run, finding, folder)],
    partialFingerprints: { 'mcpAdapterFinding/v1': fingerprint(run, finding) },
    properties: { count, profile, clause: clause && shorten(clause, 300), evidence: evidence && shorten(evidence, 1000) },
  };
}

/** The same for the same fault in two runs, whatever line of the source it has moved to. */
function fingerprint(run: Run, { rule, tool, at }: Finding): string {
  const server = run.target && run.target.kind !== 'file' ? (run.target.name ?? '') : '';
  return createHash('sha256')
    .update(JSON.stringify([server, rule, tool, at]))
    .digest('hex')
    .slice(0, 32);
}

function ruleId(finding: Finding): string {
  return shorten(finding.rule, 200);
}

/** Text without embedded links: viewers make a link of `[text](target)` (SARIF 2.1.0 §3.11.6). */
function plain(text: string, max: number): string {
  return shorten(text, max).replaceAll('](', '\\](');
}
