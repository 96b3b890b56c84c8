// `npm run bench`, first half: what the kit costs. A read call against the same tool on the bare SDK server, audited writes against a bare
// group-commit loop, and 1,000 calls over HTTP at once. node test/bench/kit.mjs [rounds]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditedRecords, bareGroupCommit } from './kit-audit.mjs';
import { callsOverHttp, callsOverStdio, lostOverHttp } from './kit-calls.mjs';

const ROUNDS = Number(process.argv[2] ?? 7);
const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-kit-bench-'));
let failed = 0;

tell(
  'a read call over HTTP, 64 in flight',
  await ratio(
    () => callsOverHttp('kit'),
    () => callsOverHttp('bare'),
  ),
  (value) => value <= 1.3,
  'at most 1.3',
);
tell(
  'a read call over stdio, 64 in flight',
  await ratio(
    () => callsOverStdio('kit'),
    () => callsOverStdio('bare'),
  ),
  (value) => value <= 1.3,
  'at most 1.3',
);
tell(
  'audited records, 64 in flight',
  await ratio(
    () => bareGroupCommit(folder),
    () => auditedRecords(folder),
  ),
  (value) => value >= 0.6,
  'at least 0.6 as many a second',
);
const lost = await lostOverHttp(1_000);
failed += lost ? 1 : 0;
console.log(`${lost ? 'OVER' : 'ok  '} 1,000 calls over HTTP at once: ${lost} lost`);
rmSync(folder, { recursive: true, force: true });
process.exit(failed ? 1 : 0);

function tell(name, { value, one, other }, isGood, limit) {
  const ok = isGood(value);
  failed += ok ? 0 : 1;
  console.log(
    `${ok ? 'ok  ' : 'OVER'} ${name.padEnd(34)} ${value.toFixed(2)} (${limit})   ${one.toFixed(0)} ms against ${other.toFixed(0)} ms`,
  );
}

/** Both in turn; the ratio of their medians. */
async function ratio(a, b) {
  const times = { a: [], b: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.a.push(await a());
    times.b.push(await b());
  }
  const [one, other] = [times.a, times.b].map((each) => each.sort((x, y) => x - y)[Math.floor(each.length / 2)]);
  return { value: one / other, one, other };
}
