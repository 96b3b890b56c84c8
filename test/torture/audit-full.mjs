// Fills the small file system named first with an audit log, frees space, and looks at what became of the log. Prints what was measured as
// JSON, with the list of what is wrong. Bundled and started by audit.mjs.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { exportAudit, openAudit, verifyAudit } from '../../src/kit/audit/index.ts';

const [mount = ''] = process.argv.slice(2);
const state = join(mount, 'state');
const filler = join(mount, 'filler');
const wrong = [];
const acknowledged = [];
const refused = [];
writeFileSync(filler, Buffer.alloc(100 * 1024, 1));

const log = openAudit(state);
let reason = '';
for (let count = 0; count < 10_000 && refused.length < 50; count++) await append(log, `c${count}`);
if (!refused.length) wrong.push('the disk never was full');
if (!reason.includes('ENOSPC')) wrong.push(`refused with ${reason}`);
for (let count = 0; count < 40; count++) log.note({ kind: 'read', call: `n${count}` });
await delay(400);
await judge('while it is full');
const second = openAudit(state);
await append(second, 'second');
await second.close().catch(() => {});
if (acknowledged.includes('second')) wrong.push('a second log wrote to a full disk');

rmSync(filler);
const freed = performance.now();
while (acknowledged.at(-1) !== 'after' && performance.now() - freed < 5_000) await append(log, 'after');
const healedMs = Math.round(performance.now() - freed);
if (healedMs > 1_000) wrong.push(`normal only ${healedMs} ms after there was room`);
await log.close();
const records = await judge('after there was room');
const lost = records.filter(({ kind }) => kind === 'lost').reduce((sum, { detail }) => sum + detail.count, 0);
const notes = records.filter(({ call }) => call?.startsWith('n')).length;
if (lost + notes !== 40) wrong.push(`${lost} notes lost and ${notes} written, of 40`);
console.log(JSON.stringify({ wrong, acknowledged: acknowledged.length, refused: refused.length, reason, lost, healedMs }));

async function append(sink, call) {
  await sink.sync({ kind: 'outcome', call, detail: { text: 'x'.repeat(acknowledged.length % 300) } }).then(
    () => acknowledged.push(call),
    (error) => {
      refused.push(call);
      reason = String(error.cause?.message ?? error.message);
    },
  );
}

/** The log is whole, and holds what was acknowledged and nothing that was refused only. */
async function judge(when) {
  const { broken, lanes } = await verifyAudit(state);
  if (broken || lanes.some(({ unfinished }) => unfinished)) wrong.push(`the log is not whole ${when}`);
  let text = '';
  for await (const piece of exportAudit(state, {}, 'jsonl', ({ why }) => wrong.push(`${why} ${when}`))) text += piece;
  const found = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const calls = found.map(({ call }) => call).filter((call) => call && !call.startsWith('n'));
  if (calls.join() !== acknowledged.join()) wrong.push(`the log holds other calls than were acknowledged ${when}`);
  return found;
}
