import type { Judged } from '../checks/judge.ts';
import type { Evidence } from '../model/evidence.ts';
import type { Target } from '../model/target.ts';
import type { BytePipe } from './byte-pipe.ts';

/** What the hosts are asked about, and how the SDK clients among them reach it. */
export interface HostInput {
  evidence: Evidence;
  findings: readonly Judged[];
  /** Null for a saved list: then nobody connects. */
  target: Target | null;
  /** The adapter's name in a config, where the target does not carry it: some hosts put it before each tool name. */
  serverName?: string | null;
  /** Starts the adapter once more, for a stdio target; null for HTTP. Each SDK client gets a process of its own. */
  open: (() => Promise<BytePipe>) | null;
  /** HTTP headers, those with tokens among them. */
  headers: Record<string, string>;
  /** Milliseconds that a request may take at most. */
  timeoutMs: number;
}
