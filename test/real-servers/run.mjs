// `npm run real`: check on real servers, offline. Each must give its era and tool count and no error finding but those that are known to be true
// of it (exit 0 without any), end by itself, and leave no process. What it warns of is printed, because loudness is a fault too.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { install } from '../../scripts/install.mjs';
import { SERVERS } from './servers.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const LIMIT_MS = 60_000;

install(HERE);

let failed = 0;
for (const server of SERVERS) {
  const { document, stderr, ms, code } = await check(server);
  const wrong = document ? deviations(server, document, code) : [`no document on stdout; stderr: ${stderr.slice(-300)}`];
  wrong.push(...leftovers());
  failed += wrong.length ? 1 : 0;
  const findings = document?.findings.map(({ severity, rule, tool }) => `${severity} ${rule}${tool ? ` (${tool})` : ''}`) ?? [];
  console.log(
    `${wrong.length ? 'FAIL' : 'ok  '} ${server.name.padEnd(28)} ${document?.adapter?.era ?? '-'}  ${document?.tools.length ?? 0} tools  ${(ms / 1000).toFixed(1)} s`,
  );
  for (const each of wrong) console.log(`       ${each}`);
  for (const each of summary(findings)) console.log(`       ${each}`);
}
console.log(`${SERVERS.length - failed} of ${SERVERS.length} servers as expected`);
process.exit(failed ? 1 : 0);

function check(server) {
  const env = Object.entries(server.env ?? {}).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const http = server.url ? ['--url', server.url, ...(server.headers ?? []).flatMap((header) => ['--header', header])] : [];
  const args = [CLI, 'check', '--quiet', '--reporter', 'json', ...http, ...env, '--', ...server.command];
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, args, { cwd: HERE, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PWD: HERE } });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data) => (stdout += data));
    child.stderr.on('data', (data) => (stderr += data));
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      let document = null;
      try {
        document = JSON.parse(stdout);
      } catch {}
      resolve({ document, stderr, code, ms: performance.now() - startedAt });
    });
  });
}

function deviations(server, document, code) {
  const { era } = document.adapter ?? {};
  const expected = server.errors ?? [];
  const wanted = expected.length ? 1 : 0;
  const errors = document.findings.filter(({ severity }) => severity === 'error');
  return [
    ...(code === wanted ? [] : [`exit ${code}, wanted ${wanted}: ${document.error?.message ?? ''}`]),
    ...(era === server.era ? [] : [`era ${era}, wanted ${server.era}`]),
    ...(document.tools.length === server.tools ? [] : [`${document.tools.length} tools, wanted ${server.tools}`]),
    ...errors.filter(({ rule }) => !expected.includes(rule)).map(({ rule, message }) => `${rule}: ${message}`),
    ...expected.filter((rule) => !errors.some((error) => error.rule === rule)).map((rule) => `${rule} was not reported`),
  ];
}

/** Processes of ours that are still there (Linux). */
function leftovers() {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return command.includes(`${HERE}node_modules`) ||
          (/^node node_modules/.test(command) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes('MCP_ADAPTER_RUN='))
          ? [`left behind: ${pid} ${command}`]
          : [];
      } catch {
        return [];
      }
    });
}

/** Equal lines once, with their number. */
function summary(lines) {
  const rules = new Map();
  for (const line of lines) {
    const rule = line.replace(/ \(.*/, '');
    rules.set(rule, (rules.get(rule) ?? 0) + 1);
  }
  return [...rules]
    .sort()
    .reverse()
    .map(([rule, count]) => (count > 1 ? `${rule} ×${count}` : rule));
}
