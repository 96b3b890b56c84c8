import { type JsonObject, member } from '../../model/json.ts';
import type { ContractTool } from '../../model/run.ts';
import { shorten } from '../../model/text.ts';
import { inputSchema, type ToolDeclaration } from '../../model/tool.ts';
import type { BoundaryCases } from '../../schema/boundary/boundary-case.ts';
import { boundaryCases } from '../../schema/boundary/boundary-cases.ts';
import { type Base, basesOf } from './bases.ts';
import { boundaryLayer } from './boundary-layer.ts';
import type { LiveTester } from './live-tester.ts';
import { type PreparedBase, preparedBase } from './prepared-base.ts';
import type { PreparedTool } from './prepared-tool.ts';
import type { ContractOptions } from './trial.ts';

/** What the calls of one tool are made from. */
export interface Plan {
  base: Base;
  cases: BoundaryCases;
}

const NOTHING: BoundaryCases = { cases: [], dropped: [], reason: '' };

/** The plans of some tools at once, by what is known of them without any call. */
export async function plansFor(tools: readonly ToolDeclaration[], { bases: ways }: ContractOptions): Promise<Plan[]> {
  const bases = await basesOf(tools, ways);
  const made = await boundaryCases(
    tools.map(({ raw }, index) => ({ schema: member(raw, 'inputSchema'), base: bases[index]?.value ?? undefined })),
  );
  return bases.map((base, index) => ({ base, cases: made[index] ?? NOTHING }));
}

/**
 * All layers of one tool; its numbers are written to the row.
 * @returns what there is to know of how it was called, in clauses
 */
export async function testTool(tester: LiveTester, tool: ToolDeclaration, plan: Plan, row: ContractTool): Promise<string[]> {
  const tested = tester.subject.begin(tool);
  tester.begin(row.risk === 'read');
  const prepared = await preparedBase(tester, tested);
  const { base, cases } = prepared.value ? await planWith(tool, prepared.value) : plan;
  for (const { kind } of cases.cases) row[kind]++;
  row.dropped = cases.dropped.length;
  await boundaryLayer(tester, tool, cases.cases);
  const twice = base.value === null ? '' : await otherLayers(tester, tool, base.value, row);
  return [...reasons(base, cases), waysNote(tester, tested, prepared, row) || twice];
}

/** What a suite did not show of the tool, or did in vain; empty when calls of it went well. */
function waysNote(tester: LiveTester, { wentWell, why, way, lastCode }: PreparedTool, prepared: PreparedBase, row: ContractTool): string {
  if (prepared.note) return prepared.note;
  if (prepared.value && why) return `later the suite's way to it failed: ${why}`;
  // Where the rest was left out, that says why.
  if (wentWell > 0 || row.valid + row.random === 0 || tester.isLeft || tester.isOver) return '';
  const code = lastCode && ` (${shorten(lastCode, 60)})`;
  return way
    ? `no call of it went well${code}, not even as the suite makes it`
    : `no call of it went well${code}, on arguments that were made up. A suite with a step that calls it well shows the way`;
}

async function planWith(tool: ToolDeclaration, value: JsonObject): Promise<Plan> {
  const [cases = NOTHING] = await boundaryCases([{ schema: inputSchema(tool), base: value }]);
  return { base: { value, reason: '' }, cases };
}

/** @returns why nothing could be concluded from the same call twice, if so */
async function otherLayers(tester: LiveTester, tool: ToolDeclaration, base: JsonObject, row: ContractTool): Promise<string> {
  if (tester.isLeft) return '';
  if (tester.options.runs) {
    const { randomLayer } = await import('./random-layer.ts');
    row.random = (await randomLayer(tester, tool, base)).calls;
  }
  if (tester.isLeft) return '';
  // What the calls before have made or used up must not keep this one from going well.
  if (row.risk !== 'read') tester.renew();
  const { twiceLayer } = await import('./twice-layer.ts');
  return (await twiceLayer(tester, tool, base)).note;
}

/** Why there are no calls, or not all, as the generator says it. */
function reasons({ value, reason }: Base, { reason: why }: BoundaryCases): string[] {
  if (why) return [why];
  return value === null ? [`its input schema could not be met: ${reason}`] : [];
}
