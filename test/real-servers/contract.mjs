// `node test/real-servers/contract.mjs [NAME…]`, after a build: `contract` on three real servers, offline, each in a temporary folder where it may
// write. Prints what it found, a line a tool and verdict, with the plainest arguments. Whether that is a fault a person decides; this fails only
// when the command does not do its work: another exit code than 0 or 1, no document, a process left behind.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../../scripts/install.mjs';
import { processesWith } from '../processes.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const LIMIT_MS = 150_000;
const OPTIONS = ['--seed', '1', '--runs', '20', '--timeout', '5s', '--deadline', '2m', '--allow-writes', '--quiet', '--reporter', 'json'];
const bin = (name) => join(HERE, 'node_modules/@modelcontextprotocol', name, 'dist/index.js');

/** What each is started with, what stands in its folder, and a suite that names arguments which work. */
const SERVERS = [
  {
    name: 'server-everything',
    args: () => [bin('server-everything'), 'stdio'],
    // One tool fetches what it is given.
    env: () => ({ GZIP_ALLOWED_DOMAINS: '127.0.0.1' }),
    steps: [{ tool: 'trigger-long-running-operation', arguments: { duration: 0.01, steps: 1 } }],
  },
  {
    name: 'server-filesystem',
    args: (files) => [bin('server-filesystem'), files],
    env: () => ({}),
    steps: [
      { tool: 'read_text_file', arguments: { path: 'FILES/a.txt' } },
      { tool: 'list_directory', arguments: { path: 'FILES' } },
      { tool: 'search_files', arguments: { path: 'FILES', pattern: '*.txt' } },
      { tool: 'get_file_info', arguments: { path: 'FILES/a.txt' } },
    ],
  },
  {
    name: 'server-memory',
    args: () => [bin('server-memory')],
    env: (files) => ({ MEMORY_FILE_PATH: join(files, 'memory.jsonl') }),
    steps: [{ tool: 'search_nodes', arguments: { query: 'x' } }],
  },
];

install(HERE);
const wanted = process.argv.slice(2);
let failed = 0;
for (const server of SERVERS.filter(({ name }) => !wanted.length || wanted.includes(name))) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'contract-')));
  try {
    failed += (await contract(server, folder)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exit(failed ? 1 : 0);

/** Runs one and prints what it found; false when the command did not do its work. */
async function contract(server, folder) {
  prepare(server, folder);
  const { code, stdout, stderr, ms } = await run(['contract', ...OPTIONS], folder);
  const document = parsed(stdout);
  const left = processesWith('environ', `MCP_ADAPTER_MARK=${folder}`);
  const wrong = [
    ...(code === 0 || code === 1 ? [] : [`exit ${code}: ${document?.error?.message ?? stderr.slice(-500)}`]),
    ...(document?.contract ? [] : ['no document of a contract run']),
    ...left.map((pid) => `process ${pid} was left behind`),
  ];
  const { calls = 0, tools = [] } = document?.contract ?? {};
  console.log(
    `${wrong.length ? 'FAIL' : 'ok  '} ${server.name}: exit ${code}, ${tools.length} tools, ${calls} calls, ${(ms / 1000).toFixed(1)} s`,
  );
  for (const each of wrong) console.log(`     ${each}`);
  for (const { tool, note } of tools) if (note) console.log(`     ${tool}: ${note}`);
  for (const finding of document?.findings ?? []) tell(finding, folder);
  return !wrong.length;
}

function prepare({ args, env, steps }, folder) {
  const files = join(folder, 'files');
  for (const each of [files, join(folder, 'smoke')]) mkdirSync(each);
  writeFileSync(join(files, 'a.txt'), 'a line\nanother\n');
  const stdio = { command: process.execPath, args: args(files), env: { ...env(files), MCP_ADAPTER_MARK: folder } };
  writeFileSync(join(folder, 'mcp-adapter.json'), JSON.stringify({ targets: { server: { stdio } } }));
  const named = steps.map((step) => ({ name: step.tool, ...step }));
  writeFileSync(
    join(folder, 'smoke/suite.json'),
    JSON.stringify({ format: 'mcp-adapter/smoke@1', steps: named }).replaceAll('FILES', files),
  );
}

function tell({ severity, rule, tool, message, count, saved = [] }, folder) {
  console.log(`     ${severity} ${rule} ${tool ?? ''} ×${count}: ${message.replaceAll(folder, '…')}`);
  for (const { file } of saved.slice(0, 1)) {
    const { steps, actual } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const { wire, arguments: given } = steps.at(-1);
    console.log(
      `       ${(wire ?? JSON.stringify(given)).replaceAll(folder, '…').slice(0, 200)} → ${JSON.stringify(actual.result).slice(0, 300)}`,
    );
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function run(args, cwd) {
  const { CI: _, GITHUB_ACTIONS: __, ...env } = process.env;
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (data) => (stdout += data));
    child.stderr.setEncoding('utf8').on('data', (data) => (stderr += data));
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr, ms: performance.now() - startedAt });
    });
  });
}
