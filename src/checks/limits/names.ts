import type { Limit } from './limits.ts';

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools';
const VERTEX = 'Vertex AI reference: FunctionDeclaration';
const BEDROCK = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html';

/** Which tool names pass. A prefix counts where the host puts one before the name. */
export const NAMES: readonly Limit[] = [
  { who: 'spec', what: 'name-charset', pattern: /^[A-Za-z0-9_.-]*$/, effect: 'warning', source: SPEC, seen: '2026-08' },
  {
    who: 'anthropic',
    what: 'name-charset',
    pattern: /^[a-zA-Z0-9_-]*$/,
    effect: 'request',
    source: 'https://github.com/github/copilot-cli/issues/1879',
    seen: '2026-03',
  },
  {
    who: 'openai',
    what: 'name-charset',
    pattern: /^[a-zA-Z0-9_-]*$/,
    effect: 'request',
    source: 'https://github.com/chatboxai/chatbox/issues/2400',
    seen: '2025-06',
  },
  { who: 'bedrock', what: 'name-charset', pattern: /^[a-zA-Z0-9_-]*$/, effect: 'request', source: BEDROCK, seen: '2026-05' },
  {
    who: 'claude-ai',
    what: 'name-charset',
    pattern: /^[a-zA-Z0-9_-]*$/,
    effect: 'request',
    source: 'https://github.com/NetApp/netapp-dataops-toolkit/issues/38',
    seen: '2026-03',
  },
  // A text of 2026 adds the colon, while a report of the same year has it refused; an older reference allows no dot.
  { who: 'gemini', what: 'name-charset', pattern: /^[A-Za-z_][A-Za-z0-9_.-]*$/, effect: 'request', source: VERTEX, seen: '2026-01' },

  { who: 'spec', what: 'name-length', max: 128, effect: 'warning', source: SPEC, seen: '2026-08' },
  // 64 until early 2025.
  {
    who: 'anthropic',
    what: 'name-length',
    max: 128,
    effect: 'request',
    source: 'https://github.com/IlyaGulya/gradle-mcp-server/issues/2',
    seen: '2025-06',
  },
  {
    who: 'openai',
    what: 'name-length',
    max: 64,
    effect: 'request',
    source: 'https://github.com/chatboxai/chatbox/issues/2400',
    seen: '2025-06',
  },
  { who: 'bedrock', what: 'name-length', max: 64, effect: 'request', source: BEDROCK, seen: '2026-05' },
  { who: 'gemini', what: 'name-length', max: 64, effect: 'request', source: VERTEX, seen: '2026-01' },
  {
    who: 'claude-ai',
    what: 'name-length',
    max: 64,
    effect: 'request',
    source: 'https://github.com/NetApp/netapp-dataops-toolkit/issues/38',
    seen: '2026-03',
  },
  {
    who: 'gemini-cli',
    what: 'name-length',
    max: 63,
    effect: 'cut',
    source: 'https://github.com/google-gemini/gemini-cli/pull/20987',
    seen: '2026-03',
  },

  {
    who: 'claude-code',
    what: 'name-length',
    max: 64,
    prefix: 'mcp__{server}__',
    effect: 'tool',
    source: 'https://github.com/cloudflare/skills/issues/11',
    seen: '2026-01',
  },
  // As the model behind allows.
  {
    who: 'vscode',
    what: 'name-length',
    max: 64,
    prefix: 'mcp_{server}_',
    effect: 'request',
    source: 'https://github.com/microsoft/vscode-copilot-release/issues/13065',
    seen: '2025-12',
    uncertain: true,
  },
  // Server and tool together must stay below 60.
  {
    who: 'cursor',
    what: 'name-length',
    max: 59,
    prefix: '{server}',
    effect: 'tool',
    source: 'https://github.com/ComposioHQ/composio/issues/2788',
    seen: '2026-02',
  },
  {
    who: 'amazon-q',
    what: 'name-length',
    max: 64,
    prefix: '{server}',
    effect: 'tool',
    source: 'https://github.com/awslabs/mcp/issues/643',
    seen: '2025-06',
  },
];
