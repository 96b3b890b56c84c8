// What programs get from the package: the run document, the commands that make one, and the reporters.

export { findCases } from './cases/find-cases.ts';
export { type LoadedCase, readCase } from './cases/read-case.ts';
export type { RuleSettings } from './checks/judge.ts';
export { PORTABLE, PROFILES, type ProfileId } from './checks/limits/profiles.ts';
export { EXIT, Fault } from './model/fault.ts';
export type { Finding, Severity } from './model/finding.ts';
export type { AdapterInfo, CaseRecord, HostVerdict, Run, RunError, StepRecord, ToolSummary, Verdict } from './model/run.ts';
export type { SavedCase } from './model/saved-case.ts';
export type { HttpTarget, Launch, Secret, StdioTarget, Target } from './model/target.ts';
export { loadReporter, REPORTERS, type Reporter, type ReporterName, type Style } from './report/index.ts';
export { type Calling, type CallOptions, call } from './run/call.ts';
export { type Checked, check } from './run/check.ts';
export { checkSaved } from './run/check-saved.ts';
export { list } from './run/list.ts';
export type { CheckOptions, JudgeOptions, Keeping, RunEvent, RunOptions } from './run/options.ts';
export { type ReplayOptions, replay } from './run/replay.ts';
export { type SmokeOptions, smoke } from './run/smoke.ts';
export { findSuites } from './suite/find-suites.ts';
export { readSuite } from './suite/read-suite.ts';
export type { Suite } from './suite/suite.ts';
export type { EraWish, OpenOptions } from './wire/open.ts';
