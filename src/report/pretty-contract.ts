import type { ChalkInstance } from 'chalk';
import type { ContractSummary, ContractTool } from '../model/run.ts';
import { plural, shorten, some } from '../model/text.ts';
import { contractTotals, identityWords, notCalled, resultOf, wasCalled, workOf } from './contract-words.ts';
import { table, wrap } from './pretty-text.ts';
import type { Style } from './reporter.ts';

/** Tools without a failure or a note that are shown before the rest becomes a number. */
const PLAIN_TOOLS = 30;

/** Each tool with how much it was tried and how often it failed, each identity with what it was let do, and what the calls were made from. */
export function contractLines(contract: ContractSummary, style: Style, paint: ChalkInstance): string[] {
  const all = contract.tools.filter(wasCalled);
  const plain = all.filter(({ failed, note }) => !failed && !note);
  const folded = new Set(style.verbose ? [] : plain.slice(PLAIN_TOOLS));
  const called = all.filter((tool) => !folded.has(tool));
  const rows = table(called.map((tool) => [shorten(tool.tool, 80), tool.risk, workOf(tool), resultOf(tool)]));
  const indented = (text: string) => wrap(text, style.width - 4).map((line) => `    ${line}`);
  return [
    ...called.flatMap((tool, index) => [
      coloured(rows[index] ?? '', tool, paint),
      ...(style.verbose ? indented(`${tool.valid} valid, ${tool.invalid} invalid, ${tool.either} either way`) : []),
      ...(tool.note ? indented(tool.note) : []),
    ]),
    ...(folded.size ? [`and ${plural(folded.size, 'more tool')} with nothing to say (--verbose)`] : []),
    ...notCalled(contract).flatMap(({ why, names }) =>
      wrap(
        `not tested: ${some(
          names.map((name) => shorten(name, 60)),
          style.verbose ? names.length : 8,
        )} (${why})`,
        style.width - 2,
      ).map((line, index) => (index ? `  ${line}` : line)),
    ),
    ...table(contract.identities.map((each) => [`as ${shorten(each.name, 80)}`, identityWords(each)])),
    ...(contract.calls ? [paint.dim(contractTotals(contract))] : []),
  ];
}

/** The last cell of a row is what became of the tool. */
function coloured(row: string, tool: ContractTool, paint: ChalkInstance): string {
  const at = row.lastIndexOf('   ') + 3;
  const colour = tool.failed ? paint.red : resultOf(tool) === 'ok' ? paint.green : paint.yellow;
  return row.slice(0, at) + colour(row.slice(at));
}
