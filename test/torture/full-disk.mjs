// An adapter whose state folder is on a full tmpfs of 256 KiB (`node test/torture/full-disk.mjs`, after a build): reads work, writes are refused
// with a code and without an effect, and when there is room again everything works. Exits 1 when anything is not as promised.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyAudit } from '../../dist/kit/audit/index.js';
import { addGrant } from '../../dist/kit/grants.js';
import { createAdapter, defineTool } from '../../dist/kit/index.js';

const [mount] = process.argv.slice(2);
if (mount) await inside(mount);
else outside();

/** Mounts the tmpfs in a name space of its own, where this user may. */
function outside() {
  const folder = mkdtempSync(join(tmpdir(), 'torture-full-'));
  const unshare = process.getuid?.() === 0 ? ['-m'] : ['-rm'];
  const script = 'mount -t tmpfs -o size=256k tmpfs "$0" || exit 42; exec "$1" "$2" "$0"';
  const words = [...unshare, 'sh', '-c', script, folder, process.execPath, fileURLToPath(import.meta.url)];
  const { status } = spawnSync('unshare', words, { stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  if (status === 42 || status === null) console.log('skip adapter on a full disk   a tmpfs cannot be mounted here');
  process.exitCode = status === 42 || status === null ? 0 : status;
}

async function inside(disk) {
  const state = join(disk, 'state');
  const wrong = [];
  let effects = 0;
  const tool = (name, risk, run) =>
    defineTool({
      name,
      title: name,
      description: `The tool ${name} of an order.`,
      risk,
      input: { type: 'object', properties: { order_id: { type: 'string', maxLength: 40 } } },
      ...(risk === 'read' ? {} : { idempotency: ['task_id', 'step_id'] }),
      run,
    });
  const book = tool('book_return', 'write', (_, { steps }) => steps.effect('book', () => ({ number: ++effects })));
  const find = tool('find_order', 'read', () => ({ found: true }));
  const adapter = createAdapter({ name: 'full', version: '1.0.0', tools: [book, find], state, log: () => {} });
  const call = async (which, given) => {
    const request = { tool: which, given, caller: { principal: 'local', agent: null, scopes: null }, trace: null };
    const { envelope } = await adapter.call({ ...request, signal: new AbortController().signal, progress() {}, log() {} });
    return envelope;
  };
  const write = (step) => call(book, { task_id: 't1', step_id: step });

  await addGrant(state, { task: 't1', tools: ['book_return'], by: 'a person', maxCalls: 1000 });
  if ((await write('before')).code !== 'ok') wrong.push('a write failed before the disk was full');
  const filler = join(disk, 'filler');
  try {
    for (;;) appendFileSync(filler, Buffer.alloc(1024, 1));
  } catch (error) {
    if (error.code !== 'ENOSPC') wrong.push(`the disk was not filled: ${error.message}`);
  }
  const codes = new Set();
  const before = effects;
  for (let index = 0; index < 50; index++) {
    if ((await call(find, {})).code !== 'ok') wrong.push('a read failed on a full disk');
    const { code, retryable } = await write(`full-${index}`);
    codes.add(code);
    if (code === 'ok' || !retryable) wrong.push(`a write on a full disk ended with ${code}`);
  }
  if (effects !== before) wrong.push(`${effects - before} effects on a full disk`);
  rmSync(filler);
  const freed = performance.now();
  let healed = await write('full-0');
  while (healed.code !== 'ok' && performance.now() - freed < 5_000) healed = await write('full-0');
  const healedMs = Math.round(performance.now() - freed);
  if (healed.code !== 'ok' || healedMs > 1_000) wrong.push(`${healed.code} ${healedMs} ms after there was room`);
  if (!(await write('full-0')).replayed) wrong.push('the write after that was done again');
  await adapter.stop(1_000);
  if ((await verifyAudit(state, {})).broken) wrong.push('the audit log is broken');
  for (const name of readdirSync(join(state, 'tasks')))
    if (name.endsWith('.json')) JSON.parse(readFileSync(join(state, 'tasks', name), 'utf8'));
  const facts = `50 reads ok, 50 writes refused (${[...codes].join(', ')}), 0 effects wanted and ${effects - before - 1} seen, normal after ${healedMs} ms`;
  console.log(
    `${wrong.length ? 'WRONG' : 'ok   '} adapter on a full disk      ${facts}${wrong.length ? `: ${[...new Set(wrong)].join('; ')}` : ''}`,
  );
  process.exit(wrong.length ? 1 : 0);
}
