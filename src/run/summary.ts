import type { Judged } from '../checks/judge.ts';
import type { Evidence } from '../model/evidence.ts';
import type { Finding } from '../model/finding.ts';
import { isObject, member, tokensOf } from '../model/json.ts';
import type { Run } from '../model/run.ts';
import { type Risk, riskOf } from '../model/tool.ts';

/** Copies what was seen into a run: who the adapter is and what it offers. */
export function describe(run: Run, evidence: Evidence, risks: Record<string, Risk>): void {
  run.target = evidence.target ?? run.target;
  if (!evidence.failure && evidence.transport !== 'file') {
    const { server, era, revision, transport } = evidence;
    run.adapter = { name: server?.name ?? '', version: server?.version ?? '', era, protocol: revision, transport };
  }
  run.tools = evidence.tools.map((tool) => ({
    name: tool.name,
    risk: riskOf(tool, risks),
    bytes: tool.bytes,
    tokens: tokensOf(tool.bytes),
  }));
  run.resources = items(evidence.lists.resources?.items).map((item) => ({ name: text(item, 'name'), uri: text(item, 'uri') }));
  run.prompts = items(evidence.lists.prompts?.items).map((item) => ({ name: text(item, 'name'), description: text(item, 'description') }));
}

/** Findings as a run holds them: without what only the host lines need. */
export function plain(findings: readonly Judged[]): Finding[] {
  return findings.map(({ refusedBy: _, cause: __, ...finding }) => finding);
}

function items(list: unknown[] | undefined): unknown[] {
  return (list ?? []).filter(isObject);
}

function text(item: unknown, key: string): string {
  const value = member(item, key);
  return typeof value === 'string' ? value : '';
}
