/** What people call the hosts of `HostVerdict.host`. */
const TITLES: Record<string, string> = {
  'sdk-1': 'SDK 1.x',
  'sdk-2': 'SDK 2.x',
  'sdk-2-auto': 'SDK 2.x (auto)',
  'claude-code': 'Claude Code',
  anthropic: 'Anthropic API',
  openai: 'OpenAI API',
  gemini: 'Gemini API',
  bedrock: 'Bedrock',
  vscode: 'VS Code',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
};

/** The name of a host for people, by its id; an unknown id is its own name. */
export function hostTitle(host: string): string {
  return Object.hasOwn(TITLES, host) ? (TITLES[host] ?? host) : host;
}
