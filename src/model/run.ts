import type { Finding } from './finding.ts';
import type { Era, Phase, Transport } from './protocol.ts';
import type { Target } from './target.ts';
import type { Risk } from './tool.ts';

/** What one command did: plain JSON, everything a reporter needs (contracts §3). */
export interface Run {
  format: 'mcp-adapter/run@1';
  command: string;
  exitCode: number;
  durationMs: number;
  target: Target | { kind: 'file'; file: string } | null;
  adapter: AdapterInfo | null;
  tools: ToolSummary[];
  resources: { name: string; uri: string }[];
  prompts: { name: string; description: string }[];
  findings: Finding[];
  hosts: HostVerdict[];
  steps: StepRecord[];
  cases: CaseRecord[];
  changes: Finding[];
  runs: Run[];
  error: RunError | null;
  summary: RunSummary;
  /** The one command to run next; null when there is nothing to do. */
  next: string | null;
}

export interface AdapterInfo {
  name: string;
  version: string;
  era: Era;
  protocol: string;
  transport: Transport;
}

export interface ToolSummary {
  name: string;
  risk: Risk;
  bytes: number;
  tokens: number;
}

/** What a host makes of this adapter. */
export interface HostVerdict {
  host: string;
  version: string | null;
  /** False when the host can use nothing of it. */
  accepts: boolean;
  /** How many tools survive. */
  tools: number;
  /** Which are lost and why, in the author's words; empty when none is. */
  detail: string;
}

export interface StepRecord {
  name: string;
  status: 'passed' | 'failed' | 'errored';
  tool: string;
  outcome: 'ok' | 'tool_error' | 'rpc_error' | 'schema_violation' | 'transport' | 'timeout' | 'policy_denied';
  code: string;
  ms: number;
  taskId: string | null;
  /** The raw CallToolResult for `call`, null elsewhere. */
  result: unknown;
  /** The exact texts that went to the adapter and came from it while the tool ran; only for `call --raw`. */
  raw?: { sent: string[]; received: string[] };
  steps: { name: string; ms: number; code: string }[];
}

export interface CaseRecord {
  id: string;
  file: string;
  verdict: 'fixed' | 'still-fails' | 'different-failure' | 'flaky' | 'unreplayable';
  runs: number;
  rebound: string[];
  staleSchema: boolean;
}

/** Why a command could not do its work: on exit 2, 3, 4 and 70. */
export interface RunError {
  phase: Phase | 'usage';
  /** The rule id when one fits. */
  class: string;
  message: string;
  hint: string;
  /** Exit code and signal are the adapter's own. */
  exitCode: number | null;
  signal: string | null;
  ageMs: number | null;
  stdoutBytes: number | null;
  stderrTail: string[];
}

export interface RunSummary {
  errors: number;
  warnings: number;
  infos: number;
  passed: number;
  failed: number;
  errored: number;
  flaky: number;
  unreplayable: number;
}

/** A run in which nothing has happened yet; a command fills in what it finds. */
export function emptyRun(command: string): Run {
  return {
    format: 'mcp-adapter/run@1',
    command,
    exitCode: 0,
    durationMs: 0,
    target: null,
    adapter: null,
    tools: [],
    resources: [],
    prompts: [],
    findings: [],
    hosts: [],
    steps: [],
    cases: [],
    changes: [],
    runs: [],
    error: null,
    summary: { errors: 0, warnings: 0, infos: 0, passed: 0, failed: 0, errored: 0, flaky: 0, unreplayable: 0 },
    next: null,
  };
}

/** The counts of a run, from its findings and steps. */
export function summarise(run: Run): RunSummary {
  const of = <T>(items: T[], test: (item: T) => boolean) => items.filter(test).length;
  return {
    errors: of(run.findings, (finding) => finding.severity === 'error'),
    warnings: of(run.findings, (finding) => finding.severity === 'warning'),
    infos: of(run.findings, (finding) => finding.severity === 'info'),
    passed: of(run.steps, (step) => step.status === 'passed'),
    failed: of(run.steps, (step) => step.status === 'failed'),
    errored: of(run.steps, (step) => step.status === 'errored'),
    flaky: of(run.cases, (item) => item.verdict === 'flaky'),
    unreplayable: of(run.cases, (item) => item.verdict === 'unreplayable'),
  };
}
