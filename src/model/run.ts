import type { Change, Finding } from './finding.ts';
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
  /** Only for `diff` and `check --lock`. */
  changes: Change[];
  runs: Run[];
  error: RunError | null;
  summary: RunSummary;
  /** Only for `trace`. */
  trace?: TraceSummary;
  /** Only for `contract`. */
  contract?: ContractSummary;
  /** Only for `init`. */
  scaffold?: ScaffoldSummary;
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
  /** What a person would read of a failure; the name of the prerequisite for an errored step. */
  message?: string;
  /** How it did not meet what was expected, one sentence each. */
  mismatches?: string[];
  /** The file in which the failure was kept, and the command that runs it again. */
  saved?: { file: string; replay: string };
  /** For `smoke`: the members of the envelope and what each is, so that two eras or transports can be compared. */
  shape?: string;
  /** For `trace`: when it was sent, milliseconds since the connection began; the arguments as names, kinds and sizes; how often it was tried. */
  startMs?: number;
  arguments?: string;
  attempts?: number | null;
  /** For `trace`: the connection, from 1 in the order of the file. */
  connection?: number;
}

/** What `trace` says beyond the calls that it shows, which are the steps of its run. */
export interface TraceSummary {
  file: string;
  /** The command that wrote it, and the adapter that it talked to. */
  command: string;
  adapter: string;
  connections: number;
  /** Calls in the file, and how many of them `--task` and `--tool` choose; not all of these need be shown. */
  calls: number;
  matched: number;
  order: 'time' | 'slowest';
  /** `frames` when no line tells of a whole call, so that requests and their answers were put together. */
  source: 'calls' | 'frames';
  /** Of the chosen calls: those that got no answer, and the slowest with its longest step. */
  unanswered: number;
  slowest: { name: string; ms: number; step: { name: string; ms: number } | null } | null;
  /** Pieces of stdout that were no messages. */
  noise: number;
  /** Lines of the file that are no lines of a trace, such as the last one of a run that was killed; and those above 32 MiB. */
  damaged: number;
  skipped: number;
}

/** What `contract` did, beside its findings. */
export interface ContractSummary {
  /** What the random layer was made from: the same seed makes the same calls. */
  seed: number;
  /** Calls that were made in all. */
  calls: number;
  tools: ContractTool[];
  /** Each identity of the config: how many tools it was let use, and how many it was refused, as declared or not. */
  identities: { name: string; allowed: number; refused: number; notRun: number }[];
}

export interface ContractTool {
  tool: string;
  risk: Risk;
  /** Generated cases by what the schema says of them; `either` is what it allows and an adapter may refuse all the same. */
  valid: number;
  invalid: number;
  either: number;
  /** Made, but not what they were made for, as the validator found: they are not sent. */
  dropped: number;
  /** Calls of the random layer. */
  random: number;
  /** Cases that failed. */
  failed: number;
  /** Why it was not run, or what was left out, in one sentence; empty when everything was done. */
  note: string;
}

/** What `init` wrote, or would write. */
export interface ScaffoldSummary {
  /** As a command line names it from where the command ran. */
  folder: string;
  /** Which template the project is of; null for an adapter that was there before. */
  template: string | null;
  /** True when nothing was written. */
  dryRun: boolean;
  /** Relative to the folder, with slashes. */
  files: { path: string; change: 'created' | 'changed' }[];
  /** What a person has to complete or should know, one sentence each. */
  notes: string[];
  /** What to run next, in this order. */
  commands: string[];
}

export type Verdict = 'fixed' | 'still-fails' | 'different-failure' | 'flaky' | 'unreplayable';

export interface CaseRecord {
  id: string;
  file: string;
  tool: string;
  verdict: Verdict;
  /** How often it was run, and how many of those runs failed. */
  runs: number;
  failures: number;
  /** JSON pointers of the arguments whose values were made anew: the call is exact except for these. */
  rebound: string[];
  staleSchema: boolean;
  /** What has changed in the input schema since: `/properties/timeout/maximum: 120 → 60`. */
  schemaChanges: string[];
  /** Why the verdict is what it is, in one sentence. */
  detail: string;
  /** Milliseconds of all runs. */
  ms: number;
  /** The command that runs it again. */
  replay?: string;
  /** The file in which a different failure, or the smallest form of this one, was kept. */
  saved?: { file: string; replay: string };
  /** True when `--accept` made a regression test of it. */
  accepted?: boolean;
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

export type RunSummary = Record<'errors' | 'warnings' | 'infos' | 'passed' | 'failed' | 'errored' | 'flaky' | 'unreplayable', number>;

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

/** What an error says of the adapter's process while nothing is known of one. */
export const NO_PROCESS = { exitCode: null, signal: null, ageMs: null, stdoutBytes: null, stderrTail: [] } satisfies Partial<RunError>;

/** The run and every run within it, however deep. */
export function allRuns(run: Run): Run[] {
  return [run, ...run.runs.flatMap(allRuns)];
}

/** A case is counted beside the steps. */
const COUNTED = {
  fixed: 'passed',
  'still-fails': 'failed',
  'different-failure': 'failed',
  flaky: 'flaky',
  unreplayable: 'unreplayable',
} as const satisfies Record<Verdict, string>;

/** The counts of a run and of every run within it, from their findings, changes, steps and cases. */
export function summarise(run: Run): RunSummary {
  const words = allRuns(run).flatMap(({ findings, changes, steps, cases }) => [
    ...[...findings, ...changes].map((finding) => finding.severity),
    ...steps.map((step) => step.status),
    ...cases.map(({ verdict }) => COUNTED[verdict]),
  ]);
  const count = (word: (typeof words)[number]) => words.filter((each) => each === word).length;
  return {
    errors: count('error'),
    warnings: count('warning'),
    infos: count('info'),
    passed: count('passed'),
    failed: count('failed'),
    errored: count('errored'),
    flaky: count('flaky'),
    unreplayable: count('unreplayable'),
  };
}
