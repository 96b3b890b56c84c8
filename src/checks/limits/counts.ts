import type { Limit } from './limits.ts';

/** How many tools a request or a host takes, all servers together, and how many pages and items of a list clients read. */
export const COUNTS: readonly Limit[] = [
  {
    who: 'openai',
    what: 'tool-count',
    max: 128,
    effect: 'request',
    source: 'https://github.com/zed-industries/zed/issues/32946',
    seen: '2025-06',
  },
  // Newer versions are said to group tools.
  {
    who: 'vscode',
    what: 'tool-count',
    max: 128,
    effect: 'request',
    source: 'https://github.com/microsoft/vscode-copilot-release/issues/9375',
    seen: '2025-05',
  },
  {
    who: 'gemini',
    what: 'tool-count',
    max: 512,
    effect: 'request',
    source: 'https://github.com/google-gemini/gemini-cli/issues/19083',
    seen: '2026-02',
  },
  // A report of 2025-06 says 50.
  {
    who: 'windsurf',
    what: 'tool-count',
    max: 100,
    effect: 'tool',
    source: 'https://docs.windsurf.com/windsurf/cascade/mcp',
    seen: '2026-06',
  },
  // 40 in 2025-04; whether more than a warning follows today is not known.
  {
    who: 'cursor',
    what: 'tool-count',
    max: 80,
    effect: 'warning',
    source: 'https://github.com/Snowflake-Labs/mcp/issues/77',
    seen: '2025-09',
  },
  {
    who: 'claude-ai',
    what: 'tool-count',
    max: 100,
    effect: 'tool',
    source: 'https://github.com/modelcontextprotocol/.github/discussions/537',
    seen: '2026-03',
    uncertain: true,
  },
  {
    who: 'gateways',
    what: 'list-pages',
    max: 32,
    effect: 'cut',
    source: 'https://github.com/Yeachan-Heo/gajae-code/pull/2703',
    seen: '2026-09',
    uncertain: true,
  },
  {
    who: 'gateways',
    what: 'list-items',
    max: 10_000,
    effect: 'cut',
    source: 'https://github.com/vllm-project/agentic-api/pull/311',
    seen: '2026-09',
    uncertain: true,
  },
];
