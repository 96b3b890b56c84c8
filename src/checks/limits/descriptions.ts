import type { Limit } from './limits.ts';

/** How long the description of a tool may be, in characters, and whether it may be empty. */
export const DESCRIPTIONS: readonly Limit[] = [
  // Azure and some models of 2025; newer ones take more.
  {
    who: 'openai',
    what: 'description-length',
    max: 1024,
    effect: 'request',
    source: 'https://github.com/modelcontextprotocol/servers/issues/799',
    seen: '2025-03',
    uncertain: true,
  },
  {
    who: 'claude-code',
    what: 'description-length',
    max: 2048,
    effect: 'cut',
    source: 'https://github.com/anthropics/claude-code/issues/87650',
    seen: '2026-08',
  },
  {
    who: 'bedrock',
    what: 'description-empty',
    effect: 'request',
    source: 'https://github.com/danny-avila/LibreChat/issues/13209',
    seen: '2026-05',
  },
];
