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
  const tool = run.tools.find((each) => each.risk === 'read') ?? run.tools[0];
  if (!tool || targetWords === null) return null;
  const { sampleArguments } = await import('../schema/sample/sample.ts');
  const [sample] = await sampleArguments([member(tools.find(({ name }) => name === tool.name)?.raw, 'inputSchema')]);
  return `mcp-adapter call ${shellWord(tool.name)} ${shellWord(JSON.stringify(sample?.value ?? {}))} ${targetWords}`.trimEnd();
}

/** How an adapter is named on the command line. */
export function commandLine(target: Target): string {
  if (target.name) return `--server ${shellWord(target.name)}`;
  const launch = launchOf(target);
  const command = launch ? `-- ${[launch.command, ...launch.args].map(shellWord).join(' ')}` : '';
  return target.kind === 'http' ? `--url ${shellWord(target.url)} ${command}`.trimEnd() : command;
}
