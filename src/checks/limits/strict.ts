import type { Limit } from './limits.ts';

const GUIDE = 'https://docs.rs/artifactize-core (limits.rs, after the guide of OpenAI)';
const CLAUDE = 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs';
const openai = (what: string, max: number): Limit => ({
  who: 'openai-strict',
  what,
  max,
  effect: 'request',
  source: GUIDE,
  seen: '2026-01',
});
const claude = (what: string, max: number): Limit => ({
  who: 'anthropic-strict',
  what,
  max,
  effect: 'request',
  source: CLAUDE,
  seen: '2026-01',
});

/** What the modes take that hold a model to the schema by a grammar. */
export const STRICT: readonly Limit[] = [
  // 5 until 2025.
  openai('schema-depth', 10),
  openai('property-count', 5_000),
  openai('enum-count', 1_000),
  // Property names and enum values together, in characters.
  openai('name-characters', 120_000),
  // An enum of more than 250 texts, in characters.
  openai('enum-characters', 15_000),
  {
    who: 'openai-strict',
    what: 'format',
    pattern: /^(date-time|time|date|duration|email|hostname|ipv4|ipv6|uuid)$/,
    effect: 'request',
    source: 'https://github.com/can1357/oh-my-pi/issues/209',
    seen: '2026-02',
  },
  claude('strict-tool-count', 20),
  claude('optional-parameters', 24),
  claude('union-parameters', 16),
  {
    who: 'gemini',
    what: 'format',
    pattern: /^(enum|date-time|int32|int64|float|double)$/,
    effect: 'request',
    source: 'https://github.com/zendev-sh/goai/pull/108',
    seen: '2026-06',
    uncertain: true,
  },
];
