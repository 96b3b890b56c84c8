import type { Run } from '../model/run.ts';
import { shellWord } from '../model/shell-word.ts';

/** The one command to run next; null when there is nothing left to do. */
export function nextCommand(run: Run): string | null {
  if (run.error) return run.error.class.includes('/') ? `mcp-adapter rules ${run.error.class}` : null;
  const worst =
    run.findings.find((finding) => finding.severity === 'error') ?? run.findings.find((finding) => finding.severity === 'warning');
  if (worst) return `mcp-adapter rules ${worst.rule}`;
  const tool = run.tools.find((each) => each.risk === 'read') ?? run.tools[0];
  return tool ? `mcp-adapter call ${shellWord(tool.name)} '{}' ${commandLine(run)}`.trimEnd() : null;
}

/** How this adapter was named on the command line. */
function commandLine(run: Run): string {
  const target = run.target;
  if (target?.kind === 'stdio') return `-- ${[target.command, ...target.args].map(shellWord).join(' ')}`;
  return target?.kind === 'http' ? `--url ${shellWord(target.url)}` : '';
}
