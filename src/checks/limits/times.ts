import type { Limit } from './limits.ts';

const IDLE = 'https://github.com/Wave-RF/WaveHouse/pull/346';
const idle = (who: Limit['who'], seconds: number): Limit => ({
  who,
  what: 'idle-ms',
  max: seconds * 1000,
  effect: 'connection',
  source: IDLE,
  seen: '2026-06',
});

/** How long a client waits for the first answer, and a proxy for the next byte, in milliseconds. */
export const TIMES: readonly Limit[] = [
  {
    who: 'openai-agents',
    what: 'start-ms',
    max: 5_000,
    effect: 'connection',
    source: 'https://github.com/BlockRunAI/blockrun-mcp/issues/144',
    seen: '2026-09',
  },
  {
    who: 'claude-code',
    what: 'start-ms',
    max: 30_000,
    effect: 'connection',
    source: 'https://github.com/BlockRunAI/blockrun-mcp/issues/144',
    seen: '2026-09',
  },
  {
    who: 'grok',
    what: 'start-ms',
    max: 30_000,
    effect: 'connection',
    source: 'https://github.com/marcoeilers/nagini/pull/313',
    seen: '2026-07',
  },
  {
    who: 'sdk-ts',
    what: 'start-ms',
    max: 60_000,
    effect: 'connection',
    source: 'https://github.com/MervinPraison/PraisonAI/issues/5099',
    seen: '2026-09',
  },
  idle('nginx', 60),
  idle('aws-alb', 60),
  // 120 at most.
  idle('cloudfront', 30),
  // Up to 125.
  idle('cloudflare', 100),
  idle('envoy', 300),
  idle('aws-nlb', 350),
];
