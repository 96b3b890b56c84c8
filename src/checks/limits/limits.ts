import type { ProfileId } from './profiles.ts';

/** Who refuses, cuts or hides something: the profiles, and hosts that are no profile of their own. */
export type Who = ProfileId | 'claude-code' | 'claude-ai' | 'gemini-cli' | 'amazon-q' | 'copilot-cli';

/** One limit of one host or model API, with where it was seen. A wrong or outdated one is a one-line change. */
export interface Limit {
  who: Who;
  /** What is limited: `name-length`, `root-combinator`, `tool-count`, … */
  what: string;
  /** The largest value that passes, or a regular expression that must match; absent when the construct is refused outright. */
  max?: number;
  pattern?: RegExp;
  /** What happens beyond it: the whole request fails, the tool is lost, the text is cut, or there is only a warning. */
  effect: 'request' | 'tool' | 'cut' | 'warning';
  source: string;
  /** When the source said so, `YYYY-MM`. */
  seen: string;
  /** True where the sources are uncertain or contradict each other. */
  uncertain?: true;
}
