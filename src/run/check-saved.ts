import { rules } from '../checks/index.ts';
import { fails, judge } from '../checks/judge.ts';
import { EXIT } from '../model/fault.ts';
import { emptyRun, type Run, summarise } from '../model/run.ts';
import { contextOf } from './context.ts';
import { nextCommand } from './next.ts';
import type { JudgeOptions } from './options.ts';
import { readSavedList } from './saved-list.ts';
import { describe, plain } from './summary.ts';

/**
 * Judges a saved answer to tools/list: what can be read off declarations, and what the model APIs make of them.
 * @param name the file as the user wrote it, for the findings
 * @throws Fault (config) when the file holds no list of tools
 */
export async function checkSaved(name: string, file: string, protocol: string | null, options: JudgeOptions, hosts: boolean): Promise<Run> {
  const startedAt = performance.now();
  const run = emptyRun('check');
  const evidence = readSavedList(file, protocol);
  for (const tool of evidence.tools) if (tool.source) tool.source = { ...tool.source, file: name };
  const findings = judge(await contextOf(evidence, options, []), options.settings, rules);
  describe(run, evidence, options.risks);
  run.target = { kind: 'file', file: name };
  run.findings = plain(findings);
  if (hosts) {
    const { limitVerdicts } = await import('../hosts/index.ts');
    run.hosts = limitVerdicts(evidence, findings, options.serverName);
  }
  run.exitCode = fails(findings, options.failOn) ? EXIT.findings : EXIT.ok;
  run.durationMs = Math.round(performance.now() - startedAt);
  run.next = await nextCommand(run, evidence.tools, null);
  run.summary = summarise(run);
  return run;
}
