import { fails } from '../../checks/judge.ts';
import { EXIT } from '../../model/fault.ts';
import type { Finding } from '../../model/finding.ts';
import { type ContractSummary, type ContractTool, emptyRun, type Run } from '../../model/run.ts';
import { inputSchema, riskOf, type ToolDeclaration } from '../../model/tool.ts';
import type { BoundaryCases } from '../../schema/boundary/boundary-case.ts';
import { boundaryCases } from '../../schema/boundary/boundary-cases.ts';
import { judgeValues } from '../../schema/judge-schemas.ts';
import { finish } from '../failure.ts';
import { listFailed } from '../list.ts';
import { CUT_SHORT } from '../place.ts';
import { keepingFault } from '../refused.ts';
import { describe } from '../summary.ts';
import { explainFailure } from '../unreachable.ts';
import { type Base, basesOf } from './bases.ts';
import { boundaryLayer } from './boundary-layer.ts';
import { type Chosen, chosenTools } from './chosen-tools.ts';
import { contractFindings } from './contract-findings.ts';
import type { FailureGroup } from './failure-groups.ts';
import { keepGroups } from './keep-groups.ts';
import { LiveTester } from './live-tester.ts';
import type { ContractOptions } from './trial.ts';

const TOOLS_AT_ONCE = 50;

/**
 * Calls each tool with arguments on the edges of its input schema, with random ones, and twice with the same, and says where it breaks its own
 * declaration. Each failure is made once more alone, made small, and kept as a case. Each identity of the config tries each tool.
 * @throws Fault (usage) for a tool that the adapter does not have
 */
export async function contract(options: ContractOptions): Promise<Run> {
  const startedAt = performance.now();
  const run = emptyRun('contract');
  run.target = options.target;
  const summary: ContractSummary = { seed: options.seed, calls: 0, tools: [], identities: [] };
  run.contract = summary;
  const tester = new LiveTester(options);
  const groups: FailureGroup[] = [];
  try {
    const starting = tester.subject.place();
    // While the adapter starts: the thread of the validator, and what makes arguments at random.
    void judgeValues(true, [null]);
    void import('./random-layer.ts');
    const place = await starting;
    if (place && place.seen.lists.tools?.exchanges.at(-1)?.outcome === 'answered') {
      const chosen = await chosenTools(place, options);
      for await (const tested of testTools(tester, chosen)) {
        summary.tools.push(tested.row);
        groups.push(...tested.groups);
      }
      if (options.identities.length) {
        const { permissionLayer } = await import('./permission-layer.ts');
        summary.identities = await permissionLayer(tester, place.seen.tools);
        groups.push(...(await keepGroups(tester)).groups);
      }
    }
  } finally {
    await tester.subject.close();
  }
  summary.calls = tester.calls;
  await conclude(run, tester, contractFindings(groups, options.settings), startedAt);
  return run;
}

/** Tool after tool, so that what was found of one is kept before the next is called. Their cases are made for some at once, not for thousands. */
async function* testTools(tester: LiveTester, chosen: readonly Chosen[]): AsyncGenerator<{ row: ContractTool; groups: FailureGroup[] }> {
  for (let from = 0; from < chosen.length; from += TOOLS_AT_ONCE) {
    const some = chosen.slice(from, from + TOOLS_AT_ONCE);
    const called = tester.isOver ? [] : some.flatMap(({ tool, why }) => (why === null ? [tool] : []));
    const bases = await basesOf(called, tester.options.bases);
    const made = await boundaryCases(called.map((tool, index) => ({ schema: inputSchema(tool), base: bases[index]?.value ?? undefined })));
    for (const { tool, why } of some) {
      const row = rowOf(tool, tester.options);
      const at = called.indexOf(tool);
      const [base, cases] = [bases[at], made[at]];
      if (!base || !cases || tester.isOver) {
        row.note = `not called: ${why ?? CUT_SHORT}`;
        yield { row, groups: [] };
        continue;
      }
      await testTool(tester, tool, { base, cases, row });
      const { groups, notes } = await keepGroups(tester);
      row.failed = groups.reduce((sum, { failures }) => sum + failures.length, 0);
      const told = [...reasons(base, cases), row.note, ...tester.notes(), ...notes, tester.isOver ? CUT_SHORT : ''];
      row.note = told.filter(Boolean).join('; ');
      yield { row, groups };
    }
  }
}

/** All layers of one tool. */
async function testTool(
  tester: LiveTester,
  tool: ToolDeclaration,
  { base, cases: { cases, dropped }, row }: { base: Base; cases: BoundaryCases; row: ContractTool },
): Promise<void> {
  tester.begin(row.risk === 'read');
  for (const { kind } of cases) row[kind]++;
  row.dropped = dropped.length;
  await boundaryLayer(tester, tool, cases);
  if (base.value === null || tester.isLeft) return;
  if (tester.options.runs) {
    const { randomLayer } = await import('./random-layer.ts');
    row.random = (await randomLayer(tester, tool, base.value)).calls;
  }
  if (tester.isLeft) return;
  // What the calls before have made or used up must not keep this one from going well.
  if (row.risk !== 'read') tester.renew();
  const { twiceLayer } = await import('./twice-layer.ts');
  row.note = (await twiceLayer(tester, tool, base.value)).note;
}

function rowOf(tool: ToolDeclaration, { risks }: ContractOptions): ContractTool {
  const risk = riskOf(tool, risks);
  return { tool: tool.name, risk, valid: 0, invalid: 0, either: 0, dropped: 0, random: 0, failed: 0, note: '' };
}

/** Why there are no calls, or not all, as the generator says it. */
function reasons({ value, reason }: Base, { reason: why }: BoundaryCases): string[] {
  if (why) return [why];
  return value === null ? [`its input schema could not be met: ${reason}`] : [];
}

async function conclude(run: Run, tester: LiveTester, findings: Finding[], startedAt: number): Promise<void> {
  const { options, subject } = tester;
  const place = subject.last;
  if (!place) {
    run.durationMs = Math.round(performance.now() - startedAt);
    return;
  }
  const evidence = place.evidence();
  describe(run, evidence, options.risks);
  run.exitCode = fails(findings, options.failOn) ? EXIT.findings : EXIT.ok;
  // It did not start, or starts no more after what was done to it.
  if (evidence.failure) await explainFailure(run, evidence, options);
  else if (evidence.lists.tools?.exchanges.at(-1)?.outcome !== 'answered') listFailed(run, evidence);
  run.findings = [...findings, ...run.findings];
  finish(run, evidence, startedAt, options.open.signal);
  keepingFault(run, options.keeping);
  run.next = nextOf(run);
}

function nextOf({ error, findings }: Run): string | null {
  const [first] = findings;
  if (error || !first) return null;
  return findings.flatMap(({ saved }) => saved?.[0]?.replay ?? [])[0] ?? `mcp-adapter rules ${first.rule}`;
}
