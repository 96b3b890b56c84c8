import type { RuleSettings } from '../checks/judge.ts';
import type { ProfileId } from '../checks/limits/profiles.ts';
import type { Fault } from '../model/fault.ts';
import type { Severity } from '../model/finding.ts';
import type { Secret, Target } from '../model/target.ts';
import type { Risk } from '../model/tool.ts';
import type { OpenOptions } from '../wire/open.ts';
import type { CallWish } from './calls.ts';

/** For progress only: what a long command is doing. */
export type RunEvent = { kind: 'phase'; text: string };

/** What every command that talks to an adapter needs. */
export interface RunOptions {
  target: Target;
  open: OpenOptions;
  /** Values that must not come back from the adapter. */
  secrets: readonly Secret[];
  /** Risks from the config, for adapters that declare none. */
  risks: Record<string, Risk>;
  onEvent: (event: RunEvent) => void;
  /** The URL of pages that are served already, `{{site}}` in suites and cases; without it they are served from the folder that each names. */
  site?: string;
  /** Makes these pages as they were when they were first served. */
  resetSite?: () => void;
}

/** Where failures are kept, and what the files are told. */
export interface Keeping {
  /** The folder whose `cases/` takes them; null where nothing may be written (in CI without --out). */
  folder: string | null;
  /** The folder whose `.mcp-adapter/` holds the key and the secrets of this repository. */
  project: string;
  /** Files are named as seen from here. */
  cwd: string;
  /** What made the file: `mcp-adapter/0.1.0`. */
  madeBy: string;
  /** How a command line names the adapter: `-- node server.js`. */
  targetWords: string;
  env: NodeJS.ProcessEnv;
  /** Why failures could not be kept; `secret` when the file would have held one. */
  refused: { fault: Fault; class: 'secret' | Fault['kind'] }[];
}

/** How strictly findings are judged. */
export interface JudgeOptions {
  strict: boolean;
  profiles: readonly ProfileId[];
  settings: RuleSettings;
  failOn: Severity | 'never';
  /** The adapter's name in a config. */
  serverName: string | null;
  /** Risks from the config, for adapters that declare none. */
  risks: Record<string, Risk>;
}

export interface CheckOptions extends RunOptions, JudgeOptions {
  /** Ask the SDK clients too. */
  hosts: boolean;
  calls: readonly CallWish[];
  probeArgs: boolean;
  allowWrites: boolean;
  keeping: Keeping;
  /** A folder in which the declarations are looked for. */
  source: string | null;
}
