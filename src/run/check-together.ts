import { fails } from '../checks/judge.ts';
import { portfolioVerdicts } from '../hosts/index.ts';
import { EXIT } from '../model/fault.ts';
import { type Run, summarise } from '../model/run.ts';
import type { Checked } from './check.ts';
import type { JudgeOptions } from './options.ts';
import { plain } from './summary.ts';

/** Adds to the runs of several servers what is wrong with them together. */
export function checkTogether(run: Run, servers: readonly Checked[], options: JudgeOptions): Run {
  const named = servers.map(({ run: each, evidence }) => ({
    name: evidence.target?.name ?? each.adapter?.name ?? '',
    tools: evidence.tools,
  }));
  const { findings } = portfolioVerdicts(named, new Set(options.profiles));
  run.findings = plain(findings.filter((finding) => options.settings[finding.rule] !== 'off'));
  run.tools = servers.flatMap((server) => server.run.tools);
  if (run.exitCode === EXIT.ok && fails(run.findings, options.failOn)) run.exitCode = EXIT.findings;
  run.summary = summarise(run);
  return run;
}
