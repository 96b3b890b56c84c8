import { isProfile, type ProfileId } from './profiles.ts';

/** Hosts, gateways and servers whose limits are known and that are no profile of their own. */
type Other =
  | 'claude-code'
  | 'claude-ai'
  | 'anthropic-strict'
  | 'gemini-cli'
  | 'amazon-q'
  | 'copilot-cli'
  | 'moonshot'
  | 'codex'
  | 'openai-agents'
  | 'grok'
  | 'python-readers'
  | 'gateways'
  | 'nginx'
  | 'aws-alb'
  | 'aws-nlb'
  | 'cloudfront'
  | 'cloudflare'
  | 'envoy';

/** Who refuses, cuts or hides something. */
export type Who = ProfileId | Other;

/** One limit of one host or model API, with where it was seen. A wrong or outdated one is a one-line change. */
export interface Limit {
  who: Who;
  /** What is limited: `name-length`, `root-combinator`, `tool-count`, … */
  what: string;
  /** The largest value that passes, or a regular expression that must match; absent when the construct is refused outright. */
  max?: number;
  pattern?: RegExp;
  /** What the host puts before a tool name, the limit being that of the whole: `mcp__{server}__`. */
  prefix?: string;
  /**
   * What happens beyond it: the whole request fails, the tool is lost, the connection is closed, the text is cut, or there is
   * only a warning.
   */
  effect: 'request' | 'tool' | 'connection' | 'cut' | 'warning';
  /** An address, or the title of a document that has none. */
  source: string;
  /** When the source said so, `YYYY-MM`. */
  seen: string;
  /** True where the sources are uncertain or contradict each other. */
  uncertain?: true;
}

const NAMES: Record<Who, string> = {
  spec: 'the MCP specification',
  'sdk-ts': 'the TypeScript SDK',
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  'openai-strict': 'OpenAI strict mode',
  gemini: 'Gemini',
  bedrock: 'Bedrock',
  vscode: 'VS Code',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  'claude-code': 'Claude Code',
  'claude-ai': 'claude.ai',
  'anthropic-strict': 'Anthropic strict mode',
  'gemini-cli': 'Gemini CLI',
  'amazon-q': 'Amazon Q',
  'copilot-cli': 'Copilot CLI',
  moonshot: 'Moonshot',
  codex: 'Codex',
  'openai-agents': 'the OpenAI Agents SDK',
  grok: 'Grok',
  'python-readers': 'line readers of Python asyncio',
  gateways: 'gateways',
  nginx: 'nginx',
  'aws-alb': 'AWS ALB',
  'aws-nlb': 'AWS NLB',
  cloudfront: 'CloudFront',
  cloudflare: 'Cloudflare',
  envoy: 'Envoy',
};

/** What people call a host: `VS Code`. */
export function hostName(who: Who): string {
  return NAMES[who];
}

/** Who falls under a limit, as a list of names; strict mode is not named beside OpenAI itself. */
export function hostNames(whos: readonly Who[]): string[] {
  return whos.filter((who) => who !== 'openai-strict' || !whos.includes('openai')).map(hostName);
}

/** True when the value is beyond the limit: too large, too long, or not of the pattern. A limit without either refuses all. */
export function exceeds({ max, pattern }: Limit, value: number | string): boolean {
  if (max !== undefined && (typeof value === 'string' ? value.length : value) > max) return true;
  if (pattern !== undefined && !pattern.test(String(value))) return true;
  return max === undefined && pattern === undefined;
}

/** A tool name as the host sends it on: with its prefix, when it has one and the server's name is known. */
export function sentName({ prefix = '' }: Limit, server: string, name: string): string {
  return prefix.replace('{server}', () => server) + name;
}

/** The profiles under which a limit is an error: those that lose the request or the tool, where the source is certain. */
export function profilesOf(limits: readonly Limit[]): ProfileId[] {
  const refusing = limits.filter((limit) => !limit.uncertain && (limit.effect === 'request' || limit.effect === 'tool'));
  const profiles = refusing.map((limit) => limit.who).filter(isProfile);
  // Strict mode is a mode of the same API.
  if (profiles.includes('openai')) profiles.push('openai-strict');
  return [...new Set(profiles)];
}
