import type { Run } from '../model/run.ts';
import { shellWord } from '../model/shell-word.ts';
import { launchOf, type Target } from '../model/target.ts';

/** The one command to run next; null when there is nothing left to do. */
export function nextCommand(run: Run): string | null {
  if (run.error) return run.error.class.includes('/') ? `mcp-adapter rules ${run.error.class}` : null;
  const worst =
    run.findings.find((finding) => finding.severity === 'error') ?? run.findings.find((finding) => finding.severity === 'warning');
  if (worst) return `mcp-adapter rules ${worst.rule}`;
  const tool = run.tools.find((each) => each.risk === 'read') ?? run.tools[0];
  return tool
    ? `mcp-adapter call ${shellWord(tool.name)} '{}' ${run.target && run.target.kind !== 'file' ? commandLine(run.target) : ''}`.trimEnd()
    : null;
}

/** How an adapter is named on the command line. */
export function commandLine(target: Target): string {
  if (target.name) return `--server ${shellWord(target.name)}`;
  const launch = launchOf(target);
  const command = launch ? `-- ${[launch.command, ...launch.args].map(shellWord).join(' ')}` : '';
  return target.kind === 'http' ? `--url ${shellWord(target.url)} ${command}`.trimEnd() : command;
}
