// What is expected of each server: its era, and how many tools an SDK client lists (counted with @modelcontextprotocol/client 2.4.0).
const bin = (file) => ['node', `node_modules/${file}`];

export const SERVERS = [
  {
    name: 'server-everything',
    command: [...bin('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
    era: 'legacy',
    tools: 13,
  },
  { name: 'server-filesystem', command: [...bin('@modelcontextprotocol/server-filesystem/dist/index.js'), '.'], era: 'legacy', tools: 14 },
  {
    name: 'server-memory',
    command: bin('@modelcontextprotocol/server-memory/dist/index.js'),
    env: { MEMORY_FILE_PATH: '/dev/null' },
    era: 'legacy',
    tools: 9,
  },
  {
    name: 'server-sequential-thinking',
    command: bin('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
    era: 'legacy',
    tools: 1,
  },
  { name: '@playwright/mcp', command: bin('@playwright/mcp/cli.js'), era: 'legacy', tools: 25 },
  {
    name: '@notionhq/notion-mcp-server',
    command: bin('@notionhq/notion-mcp-server/bin/cli.mjs'),
    env: { NOTION_TOKEN: 'ntn_not-a-real-token' },
    era: 'legacy',
    tools: 24,
  },
  { name: '@upstash/context7-mcp', command: bin('@upstash/context7-mcp/dist/index.js'), era: 'dual', tools: 2 },
  {
    name: 'server-github',
    command: bin('@modelcontextprotocol/server-github/dist/index.js'),
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'not-a-real-token' },
    era: 'legacy',
    tools: 26,
  },
  { name: '@eslint/mcp', command: bin('@eslint/mcp/src/mcp-cli.js'), era: 'legacy', tools: 1 },
];
