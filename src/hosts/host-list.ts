import type { Who } from '../checks/limits/limits.ts';
import type { ProfileId } from '../checks/limits/profiles.ts';

/** A host or model API whose limits decide what it keeps of an adapter. */
export interface LimitedHost {
  /** Its id in `HostVerdict.host`. */
  host: string;
  /** Whose limits it has, its own first: Claude Code has some of its own, and those of the API behind it. */
  limits: readonly Who[];
  /** The profiles whose refusals hit it. */
  profiles: readonly ProfileId[];
  /** True for a program that connects to adapters itself; a model API only gets what some client sends it. */
  connects: boolean;
}

export const LIMITED_HOSTS: readonly LimitedHost[] = [
  { host: 'claude-code', limits: ['claude-code', 'anthropic'], profiles: ['anthropic'], connects: true },
  { host: 'anthropic', limits: ['anthropic'], profiles: ['anthropic'], connects: false },
  { host: 'openai', limits: ['openai'], profiles: ['openai'], connects: false },
  { host: 'gemini', limits: ['gemini'], profiles: ['gemini'], connects: false },
  { host: 'bedrock', limits: ['bedrock'], profiles: ['bedrock'], connects: false },
  { host: 'vscode', limits: ['vscode'], profiles: ['vscode'], connects: true },
  { host: 'cursor', limits: ['cursor'], profiles: ['cursor'], connects: true },
  { host: 'windsurf', limits: ['windsurf'], profiles: ['windsurf'], connects: true },
];
