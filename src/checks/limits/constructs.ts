import type { Limit, Who } from './limits.ts';

/** Which constructs in an inputSchema are refused. */
export const CONSTRUCTS: readonly Limit[] = [
  ...refused('root-combinator', ['anthropic'], 'https://github.com/makenotion/notion-mcp-server/issues/340', '2026-08'),
  ...refused('root-combinator', ['bedrock', 'openai'], 'https://github.com/kenn-io/kata/pull/365', '2026-09'),
  ...dropped('root-combinator', ['claude-code'], 'https://github.com/anthropics/claude-code/issues/95504', '2026-09'),
  // `enum` and `not` at the root; if/then/else pass.
  ...refused('root-enum-not', ['openai'], 'https://github.com/kenn-io/kata/pull/365', '2026-09'),
  ...refused('root-type', ['sdk-ts'], 'https://github.com/modelcontextprotocol/typescript-sdk/issues/1028', '2025-10'),
  ...refused('root-type', ['anthropic', 'openai', 'gemini'], 'https://github.com/punkpeye/fastmcp/issues/69', '2025-05'),
  ...refused('boolean-property', ['sdk-ts'], '@modelcontextprotocol/sdk 1.32.2, ToolSchema', '2026-11'),

  ...refused('object-no-properties', ['openai'], 'https://github.com/inboxapi/cli/issues/106', '2026-05'),
  ...refused('object-no-properties', ['copilot-cli'], 'https://github.com/github/copilot-cli/issues/2223', '2026-03'),
  // Older versions said "should be non-empty".
  ...unsure('object-no-properties', ['gemini'], 'https://github.com/openai/openai-agents-python/issues/449', '2025-04'),

  ...refused('array-no-items', ['openai'], 'https://github.com/apify/apify-mcp-server/issues/36', '2025-03'),
  ...dropped('array-no-items', ['vscode'], 'https://github.com/microsoft/vscode/issues/257537', '2025-07'),
  ...refused('array-no-items', ['gemini'], 'https://github.com/spacelift-io/spacectl/issues/402', '2026-03'),

  ...refused('tuple-items', ['anthropic', 'bedrock', 'gemini'], 'https://github.com/hyperdxio/hyperdx/pull/2925', '2026-08'),
  ...unsure('tuple-items', ['openai'], 'https://github.com/ScriptedAlchemy/agent-bundle/pull/580', '2026-09'),
  // `items: false` after prefixItems in an outputSchema: valid results are refused.
  {
    who: 'cursor',
    what: 'closed-tuple',
    effect: 'warning',
    source: 'https://github.com/ScriptedAlchemy/agent-bundle/pull/580',
    seen: '2026-09',
  },

  // In 2025-04 without the dot.
  ...keys(/^[a-zA-Z0-9_.-]{1,64}$/, ['anthropic', 'bedrock'], 'https://github.com/twilio-labs/mcp/issues/56', '2026-02'),
  ...keys(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, ['gemini'], 'Vertex AI reference: Schema', '2026-01'),

  ...refused('type-array', ['gemini'], 'https://github.com/aoci-spec/aoci-code/issues/61', '2026-09'),
  ...unsure('type-array', ['cursor'], 'https://github.com/cursor/cursor/issues/3778', '2025-11'),
  ...refused('enum-non-string', ['gemini'], 'https://github.com/google-gemini/gemini-cli/issues/4127', '2025-07'),
  // Whether the request fails depends on what the client converts.
  ...unsure('unsupported-keyword', ['gemini'], 'https://github.com/pizza-bot-app/pizza-bot/issues/62', '2026-09'),
  ...refused('required-unknown', ['gemini'], 'https://github.com/MarkusPfundstein/mcp-obsidian/issues/105', '2026-01'),

  ...stripped('ref-used', ['vscode'], 'https://github.com/PrefectHQ/fastmcp/pull/2861', '2026-01'),
  ...stripped('ref-used', ['claude-ai'], 'https://github.com/anthropics/claude-code/issues/76881', '2026-07'),
  ...unsure('ref-used', ['gemini'], 'https://github.com/davideast/stitch-mcp/issues/184', '2026-05'),
  ...refused('ref-recursive', ['gemini'], 'https://github.com/davideast/stitch-mcp/issues/184', '2026-05'),
  ...refused('ref-recursive', ['anthropic-strict'], 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs', '2026-01'),

  ...refused('unsafe-integer', ['anthropic', 'bedrock'], 'https://github.com/RevenueCat/ai-toolkit/issues/26', '2026-06'),
  ...refused('required-not-array', ['anthropic'], 'https://github.com/MarkusPfundstein/mcp-gsuite/issues/48', '2026-01'),
];

function each(what: string, whos: readonly Who[], effect: Limit['effect'], source: string, seen: string): Limit[] {
  return whos.map((who) => ({ who, what, effect, source, seen }));
}

function refused(what: string, whos: readonly Who[], source: string, seen: string): Limit[] {
  return each(what, whos, 'request', source, seen);
}

function dropped(what: string, whos: readonly Who[], source: string, seen: string): Limit[] {
  return each(what, whos, 'tool', source, seen);
}

function stripped(what: string, whos: readonly Who[], source: string, seen: string): Limit[] {
  return each(what, whos, 'cut', source, seen);
}

function unsure(what: string, whos: readonly Who[], source: string, seen: string): Limit[] {
  return refused(what, whos, source, seen).map((limit) => ({ ...limit, uncertain: true }));
}

function keys(pattern: RegExp, whos: readonly Who[], source: string, seen: string): Limit[] {
  return refused('property-name', whos, source, seen).map((limit) => ({ ...limit, pattern }));
}
