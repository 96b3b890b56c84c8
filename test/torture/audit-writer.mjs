// A process to be killed: appends to the audit log in the folder named first, eight at a time with notes between, and prints the id of each
// event once it is acknowledged, straight to stdout, so that nothing that was printed is lost with the process. Bundled by who starts it.
import { writeSync } from 'node:fs';
import { openAudit } from '../../src/kit/audit/index.ts';

const [state = '', run = ''] = process.argv.slice(2);
const log = openAudit(state);
let count = 0;
const append = async () => {
  for (;;) {
    const call = `${run}-${count++}`;
    if (count % 5 === 0) log.note({ kind: 'read', call: `note-${call}` });
    await log.sync({ kind: 'outcome', call, tool: 'submit', code: 'ok', detail: { text: 'x'.repeat(count % 400) } });
    writeSync(1, `${call}\n`);
  }
};
await Promise.all(Array.from({ length: 8 }, append));
