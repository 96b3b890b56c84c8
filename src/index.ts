// What programs get from the package: the run document, the commands that make one, and the reporters.

export type { RuleSettings } from './checks/judge.ts';
export { PORTABLE, PROFILES, type ProfileId } from './checks/limits/profiles.ts';
export { EXIT, Fault } from './model/fault.ts';
export type { Finding, Severity } from './model/finding.ts';
export type { AdapterInfo, HostVerdict, Run, RunError, StepRecord, ToolSummary } from './model/run.ts';
export type { HttpTarget, Launch, Secret, StdioTarget, Target } from './model/target.ts';
export { loadReporter, REPORTERS, type Reporter, type ReporterName, type Style } from './report/index.ts';
export { call } from './run/call.ts';
export { type Checked, check } from './run/check.ts';
export { checkSaved } from './run/check-saved.ts';
export { list } from './run/list.ts';
export type { CheckOptions, JudgeOptions, RunEvent, RunOptions } from './run/options.ts';
export type { EraWish, OpenOptions } from './wire/open.ts';
