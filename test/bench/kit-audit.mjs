// Audited records, by the log of the kit and by a bare loop.
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { openAudit } from '../../dist/kit/audit/index.js';
import { many } from './many.mjs';

const RECORDS = 4_000;

const event = (index) => ({
  kind: index % 2 ? 'outcome' : 'intent',
  call: `call-${index >> 1}`,
  principal: 'local',
  agent: 'bench',
  purpose: null,
  account: null,
  env: null,
  task: 't1',
  tool: 'create_return',
  risk: 'write',
  grant: 'g-1',
  trace: null,
  parameters: { order_id: { type: 'string', length: 6, hash: '0123abcd' } },
});

/** Milliseconds for the audit log of the kit. */
export async function auditedRecords(folder) {
  const audit = openAudit(mkdtempSync(join(folder, 'audit-')));
  await audit.sync(event(0));
  const startedAt = performance.now();
  await many(RECORDS, (index) => audit.sync(event(index)));
  const ms = performance.now() - startedAt;
  await audit.close();
  return ms;
}

/** The same records by the shortest loop that chains, writes and syncs in groups. */
export async function bareGroupCommit(folder) {
  const file = await open(join(folder, `bare-${Date.now()}.ndjson`), 'a');
  let [prev, group] = ['', []];
  let running = false;
  const flush = async () => {
    while (group.length) {
      const taken = group;
      group = [];
      let text = '';
      for (const { record } of taken) {
        const line = JSON.stringify({ ...record, at: new Date().toISOString(), prev });
        prev = createHash('sha256').update(line).digest('hex');
        text += `${line}\n`;
      }
      await file.write(text);
      await file.datasync();
      for (const { done } of taken) done();
    }
    running = false;
  };
  const startedAt = performance.now();
  await many(RECORDS, (index) => {
    const written = new Promise((done) => group.push({ record: event(index), done }));
    if (!running) setImmediate(flush);
    running = true;
    return written;
  });
  const ms = performance.now() - startedAt;
  await file.close();
  return ms;
}
