import { fails } from '../../checks/judge.ts';
import { EXIT } from '../../model/fault.ts';
import type { Finding } from '../../model/finding.ts';
import { type ContractSummary, type ContractTool, emptyRun, type Run } from '../../model/run.ts';
import { riskOf, type ToolDeclaration } from '../../model/tool.ts';
import { judgeValues } from '../../schema/judge-schemas.ts';
import { hasToolList } from '../evidence.ts';
import { finish } from '../failure.ts';
import { listFailed } from '../list.ts';
import { keepingFault } from '../refused.ts';
import { describe } from '../summary.ts';
import { explainFailure } from '../unreachable.ts';
import { type Chosen, chosenTools } from './chosen-tools.ts';
import { contractFindings } from './contract-findings.ts';
import type { FailureGroup } from './failure-groups.ts';
import { keepGroups } from './keep-groups.ts';
import { LiveTester } from './live-tester.ts';
import { plansFor, testTool } from './test-tool.ts';
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
    if (place && hasToolList(place.seen)) {
      const chosen = await chosenTools(place, options);
      // First, as a name in an "allow" that no tool has is better told before thousands of calls than after.
      if (options.identities.length) {
        const { permissionLayer } = await import('./permission-layer.ts');
        summary.identities = await permissionLayer(tester, place.seen.tools);
        groups.push(...(await keepGroups(tester)).groups);
      }
      for await (const tested of testTools(tester, chosen)) {
        summary.tools.push(tested.row);
        groups.push(...tested.groups);
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
    const plans = await plansFor(called, tester.options);
    for (const { tool, why } of some) {
      const row = rowOf(tool, tester.options);
      const plan = plans[called.indexOf(tool)];
      if (!plan || tester.isOver) {
        row.note = `not called: ${why ?? tester.end}`;
        yield { row, groups: [] };
        continue;
      }
      const seen = await testTool(tester, tool, plan, row);
      const { groups, notes } = await keepGroups(tester);
      row.failed = groups.reduce((sum, { failures }) => sum + failures.length, 0);
      const told = [...seen, ...tester.notes(), ...notes, tester.isOver ? `not all was called: ${tester.end}` : ''];
      row.note = told.filter(Boolean).join('; ');
      yield { row, groups };
    }
  }
}

function rowOf(tool: ToolDeclaration, { risks }: ContractOptions): ContractTool {
  const risk = riskOf(tool, risks);
  return { tool: tool.name, risk, valid: 0, invalid: 0, either: 0, dropped: 0, random: 0, failed: 0, note: '' };
}

async function conclude(run: Run, tester: LiveTester, findings: Finding[], startedAt: number): Promise<void> {
  const { options, subject } = tester;
  const place = subject.last;
  if (!place) {
    run.durationMs = Math.round(performance.now() - startedAt);
    return;
  }
  const evidence = place.evidence();
  // Once something was checked, a deadline that passes is told where it cut, and what was found counts.
  const isCut = options.open.signal.aborted && tester.calls > 0;
  describe(run, evidence, options.risks);
  // What was cut short is not clean either.
  run.exitCode = fails(findings, options.failOn) || (isCut && options.failOn !== 'never') ? EXIT.findings : EXIT.ok;
  // It did not start, or starts no more after what was done to it.
  if (evidence.failure && !isCut) await explainFailure(run, evidence, options);
  else if (!isCut && !hasToolList(evidence)) listFailed(run, evidence);
  run.findings = [...findings, ...run.findings];
  finish(run, evidence, startedAt, isCut ? new AbortController().signal : options.open.signal);
  keepingFault(run, options.keeping);
  run.next = nextOf(run);
}

function nextOf({ error, findings }: Run): string | null {
  const [first] = findings;
  if (error || !first) return null;
  return findings.flatMap(({ saved }) => saved?.[0]?.replay ?? [])[0] ?? `mcp-adapter rules ${first.rule}`;
}
