import { member } from '../model/json.ts';
import type { Run } from '../model/run.ts';
import { shellWord } from '../model/shell-word.ts';
import { launchOf, type Target } from '../model/target.ts';
import type { ToolDeclaration } from '../model/tool.ts';

/**
 * The one command to run next; null when there is nothing left to do.
 * @param tools as they were declared: a call that is suggested has the smallest arguments that fit
 * @param targetWords how a command line names the adapter, with what lets it in; null for a saved list, which cannot be called
 */
export async function nextCommand(run: Run, tools: readonly ToolDeclaration[], targetWords: string | null): Promise<string | null> {
  if (run.error) return run.error.class.includes('/') ? `mcp-adapter rules ${run.error.class}` : null;
  const worst =
    run.findings.find((finding) => finding.severity === 'error') ?? run.findings.find((finding) => finding.severity === 'warning');
  if (worst) return `mcp-adapter rules ${worst.rule}`;
  if (targetWords === null || !run.tools.length) return null;
  const call = await plainestCall(run, tools);
  return `mcp-adapter ${call ?? 'list'} ${targetWords}`.trimEnd();
}

/** How many tools are looked at for one that can be called as it stands. */
const MAX_LOOKED_AT = 10;

/** A call of a tool that only reads, where there is one: the first whose smallest arguments are real values, else one whose only fit. */
async function plainestCall({ tools: shown }: Run, tools: readonly ToolDeclaration[]): Promise<string | null> {
  const reading = shown.filter(({ risk }) => risk === 'read');
  const names = (reading.length ? reading : shown).slice(0, MAX_LOOKED_AT).map(({ name }) => name);
  const { sampleArguments } = await import('../schema/sample/sample.ts');
  const samples = await sampleArguments(names.map((name) => member(tools.find((tool) => tool.name === name)?.raw, 'inputSchema')));
  const found = samples.map(({ value, open }, index) => ({ name: names[index] ?? '', value, open })).filter(({ value }) => value !== null);
  const best = found.find(({ open }) => !open.length) ?? found[0];
  return best ? `call ${shellWord(best.name)} ${shellWord(JSON.stringify(best.value))}` : null;
}

/** How an adapter is named on the command line. */
export function commandLine(target: Target): string {
  if (target.name) return `--server ${shellWord(target.name)}`;
  const launch = launchOf(target);
  const command = launch ? `-- ${[launch.command, ...launch.args].map(shellWord).join(' ')}` : '';
  return target.kind === 'http' ? `--url ${shellWord(target.url)} ${command}`.trimEnd() : command;
}
