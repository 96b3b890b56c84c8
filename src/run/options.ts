import type { RuleSettings } from '../checks/judge.ts';
import type { ProfileId } from '../checks/limits/profiles.ts';
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
  /** A folder in which the declarations are looked for. */
  source: string | null;
}
