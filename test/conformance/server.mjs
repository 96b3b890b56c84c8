// `npm run conformance`, second half: the official suite as the judge of a server on the kit, in both revisions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFixture } from '../start-fixture.mjs';
import { at, report, runSuite, SUITE } from './suite.mjs';

/** The kit asks clients nothing: no sampling, no elicitation, no input-required results. */
const LEFT_OUT = /sampling|elicitation|input-required/;

const server = await startFixture(at('test/conformance/everything.mjs'));
let [passed, failed] = [0, 0];
for (const revision of ['2025-11-25', '2026-07-28']) {
  const { output, checks } = runSuite(['server', '--url', server.url, '--requirements', revision], `server-${revision}`);
  for (const scenario of required(revision)) {
    const own = checks.filter((check) => check.scenario === scenario);
    if (report(`${scenario} ${revision}`, own)) passed++;
    else {
      failed++;
      console.log(
        own.map(({ id, status, errorMessage }) => `       ${status} ${id} ${errorMessage ?? ''}`).join('\n') || output.slice(-2000),
      );
    }
  }
}
await server.end();
console.log(`${passed} of ${passed + failed} required scenarios passed by a server on the kit`);
process.exitCode = failed ? 1 : 0;

/** What the suite requires of a server of that revision, but for what is left out. */
function required(revision) {
  const yaml = readFileSync(join(SUITE, 'requirements', `${revision}.yaml`), 'utf8');
  const [, list] = /^server:\n((?: {2}- .*\n)+)/m.exec(yaml) ?? [];
  const names = (list ?? '').split('\n').flatMap((line) => /^ {2}- (\S+)/.exec(line)?.[1] ?? []);
  if (names.length < 20) throw new Error(`the suite requires only ${names.length} scenarios of ${revision}: is its list read right?`);
  return names.filter((name) => !LEFT_OUT.test(name));
}
