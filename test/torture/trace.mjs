// A trace of 1 GB in constant memory (`node test/torture/trace.mjs`, about a minute; needs Linux, `npm run build`, and 1.1 GB in the temporary folder).
// Exits 1 when a command takes 200 MB or miscounts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MiB = 1024 * 1024;
const BYTES = 1024 * MiB;
const LIMIT_MB = 200;
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
// The peak of the process itself: what getrusage says counts the parent's memory at the fork, too.
const PEAK = `data:text/javascript,${encodeURIComponent(`import { readFileSync } from 'node:fs';
process.on('exit', () => process.stderr.write('PEAK ' + /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]));`)}`;

const folder = mkdtempSync(join(tmpdir(), 'torture-trace-'));
let failed = 0;
try {
  const told = write('told.ndjson', true);
  await measure('trace', told, []);
  await measure('trace --slow', told, ['--slow']);
  await measureFrames('trace --frames --tool rare', told, told.rare);
  // Made by a version that wrote no lines of whole calls: requests and answers are put together.
  rmSync(told.file);
  const paired = write('paired.ndjson', false);
  await measure('trace, no call lines', paired, []);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed ? `${failed} failed` : 'all as expected');
process.exit(failed ? 1 : 0);

/** Many small calls of 30 connections, and now and then a long answer: 3, 8 and 31 MiB, of one byte and of three a character; one of 34 MiB. */
function write(name, withCalls) {
  const file = join(folder, name);
  const handle = openSync(file, 'w', 0o600);
  const seen = { file, calls: 0, rare: 0, connections: 0, skipped: 0, slowestMs: 0 };
  let [bytes, ms, id, held] = [0, 0, 0, []];
  const line = (value) => held.push(`${JSON.stringify(value)}\n`);
  const flush = () => {
    const text = held.join('');
    writeSync(handle, text);
    bytes += Buffer.byteLength(text);
    held = [];
  };
  const sizes = [3, 8, 31, 34, 31, 8, 3];
  for (let round = 0; bytes < BYTES; round++) {
    if (round % 20 === 0) {
      seen.connections++;
      [ms, id] = [0, 0];
      line({ format: 'mcp-adapter/trace@1', command: 'smoke', target: { kind: 'stdio', command: 'node', args: ['server.js'] } });
    }
    for (let count = 0; count < 5_000; count++) {
      const tool = count % 1_000 === 999 ? 'rare' : 'find_order';
      call(tool, 'a'.repeat(200), 1 + (count % 50));
    }
    const size = sizes[round % sizes.length] * MiB;
    call('export_orders', round % 2 ? 'x'.repeat(size) : '日'.repeat(size / 3), 2_000 + round);
    if (size > 32 * MiB) seen.skipped++;
    flush();
  }
  writeSync(handle, '{"seq":1,"ms":1');
  closeSync(handle);
  return seen;

  function call(tool, text, took) {
    id++;
    seen.calls++;
    seen.rare += tool === 'rare' ? 1 : 0;
    seen.slowestMs = Math.max(seen.slowestMs, took);
    const request = { jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: { order_id: 'A-1', task_id: 't-1' } } };
    const answer = { result: { content: [{ type: 'text', text }] }, jsonrpc: '2.0', id };
    line({ seq: id * 2 - 1, ms, dir: 'out', phase: 'call', tool, text: JSON.stringify(request) });
    line({ seq: id * 2, ms: ms + took, dir: 'in', phase: 'call', tool, line: id, text: JSON.stringify(answer) });
    const whole = {
      name: tool,
      tool,
      taskId: 't-1',
      arguments: 'order_id: string(3)',
      startMs: ms,
      ms: took,
      outcome: 'ok',
      code: 'ok',
      attempts: 1,
      steps: [],
    };
    if (withCalls) line({ call: whole });
    ms += took;
  }
}

async function measure(name, expected, flags) {
  let text = '';
  const { peakMb, seconds, exitCode } = await run([expected.file, ...flags, '--reporter', 'json'], (line) => {
    text += `${line}\n`;
  });
  const { trace, steps } = JSON.parse(text);
  const wrong = [
    ...['calls', 'connections', 'skipped']
      .filter((key) => trace[key] !== expected[key])
      .map((key) => `${key} ${trace[key]}, not ${expected[key]}`),
    ...(trace.damaged === 1 ? [] : [`${trace.damaged} damaged lines, not 1`]),
    ...(trace.unanswered === 0 ? [] : [`${trace.unanswered} unanswered`]),
    ...(trace.slowest.ms === expected.slowestMs ? [] : [`slowest ${trace.slowest.ms} ms, not ${expected.slowestMs}`]),
    ...(steps.length === 500 ? [] : [`${steps.length} steps`]),
    ...(flags.includes('--slow') && steps[0].ms !== expected.slowestMs ? ['the slowest is not the first'] : []),
  ];
  tell(name, expected, { peakMb, seconds, exitCode }, wrong);
}

async function measureFrames(name, expected, calls) {
  let lines = 0;
  const measured = await run([expected.file, '--frames', '--tool', 'rare'], (line) => {
    if (/^[→←]/.test(line)) lines++;
  });
  tell(name, expected, measured, lines === calls * 2 ? [] : [`${lines} messages, not ${calls * 2}`]);
}

async function run(args, onLine) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', PEAK, MAIN, 'trace', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  createInterface({ input: child.stdout }).on('line', onLine);
  const [exitCode] = await once(child, 'close');
  const peak = /PEAK (\d+)/.exec(stderr)?.[1];
  if (!peak) throw new Error(`no peak was told: ${stderr}`);
  return { peakMb: Math.round((Number(peak) * 1024) / 1e6), seconds: (performance.now() - startedAt) / 1000, exitCode };
}

function tell(name, { file, calls }, { peakMb, seconds, exitCode }, wrong) {
  if (peakMb >= LIMIT_MB) wrong.push(`${peakMb} MB at its peak, ${LIMIT_MB} are allowed`);
  if (exitCode !== 0) wrong.push(`exit code ${exitCode}`);
  failed += wrong.length ? 1 : 0;
  const facts = `${(statSync(file).size / 1e9).toFixed(2)} GB, ${calls} calls: ${peakMb} MB, ${seconds.toFixed(1)} s`;
  console.log(`${wrong.length ? 'FAIL' : 'ok  '} ${name.padEnd(28)} ${facts}${wrong.length ? `: ${wrong.join('; ')}` : ''}`);
}
