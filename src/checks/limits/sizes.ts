import type { Limit } from './limits.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** How long one line of stdio (in bytes), and how large a result may be. */
export const SIZES: readonly Limit[] = [
  {
    who: 'python-readers',
    what: 'line-bytes',
    max: 64 * KIB,
    effect: 'connection',
    source: 'https://github.com/TokenRhythm/opensquilla/pull/953',
    seen: '2026-08',
  },
  {
    who: 'codex',
    what: 'line-bytes',
    max: 8 * MIB,
    effect: 'connection',
    source: 'https://github.com/openai/codex/pull/31805',
    seen: '2026-07',
  },
  {
    who: 'gateways',
    what: 'line-bytes',
    max: 10 * MIB,
    effect: 'connection',
    source: 'https://github.com/Consiliency/pmcp/pull/82',
    seen: '2026-06',
  },
  {
    who: 'codex',
    what: 'stderr-line-bytes',
    max: MIB,
    effect: 'connection',
    source: 'https://github.com/openai/codex/pull/31805',
    seen: '2026-07',
  },
  { who: 'claude-code', what: 'result-tokens', max: 25_000, effect: 'cut', source: 'Claude Code: MAX_MCP_OUTPUT_TOKENS', seen: '2026-08' },
  {
    who: 'claude-code',
    what: 'result-tokens',
    max: 10_000,
    effect: 'warning',
    source: 'Claude Code: MAX_MCP_OUTPUT_TOKENS',
    seen: '2026-08',
  },
  // The values are not known: 212 tools, and 239, were too many.
  {
    who: 'moonshot',
    what: 'declarations-size',
    effect: 'request',
    source: 'https://github.com/MoonshotAI/kimi-cli/issues/2475',
    seen: '2026-06',
    uncertain: true,
  },
  {
    who: 'gemini',
    what: 'declarations-size',
    effect: 'request',
    source: 'https://github.com/bethington/ghidra-mcp/issues/440',
    seen: '2026-08',
    uncertain: true,
  },
];
