// What is expected of each server: its era, how many tools an SDK client lists (counted with @modelcontextprotocol/client 2.4.0), and the
// rules that it breaks with an error, each looked up in its source. With `url` it is started with a free port and spoken to over HTTP.
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
  {
    name: 'server-everything, HTTP',
    command: [...bin('@modelcontextprotocol/server-everything/dist/index.js'), 'streamableHttp'],
    url: 'http://127.0.0.1:{port}/mcp',
    env: { PORT: '{port}' },
    era: 'legacy',
    tools: 13,
    // cors({origin: '*'}) and no look at Origin; a session id that is not in its map falls through to the 400 for a missing one.
    errors: ['http/origin-not-checked', 'http/session-unknown-status'],
  },
  {
    name: '@upstash/context7-mcp, HTTP',
    command: [...bin('@upstash/context7-mcp/dist/index.js'), '--transport', 'http', '--port', '{port}'],
    url: 'http://127.0.0.1:{port}/mcp',
    era: 'dual',
    tools: 2,
    // Access-Control-Allow-Origin: * on every answer, and no look at Origin.
    errors: ['http/origin-not-checked'],
  },
  {
    name: '@playwright/mcp, HTTP',
    command: [...bin('@playwright/mcp/cli.js'), '--port', '{port}'],
    // By any other name than localhost it answers 403.
    url: 'http://localhost:{port}/mcp',
    era: 'legacy',
    tools: 25,
    // It compares Host only.
    errors: ['http/origin-not-checked'],
  },
  {
    name: 'notion-mcp-server, HTTP',
    command: [...bin('@notionhq/notion-mcp-server/bin/cli.mjs'), '--transport', 'http', '--port', '{port}', '--auth-token', 'not-secret'],
    url: 'http://127.0.0.1:{port}/mcp',
    env: { NOTION_TOKEN: 'ntn_not-a-real-token' },
    headers: ['Authorization: Bearer not-secret'],
    era: 'legacy',
    tools: 24,
    // The same 400 for an unknown session as for a missing one.
    errors: ['http/session-unknown-status'],
  },
];
