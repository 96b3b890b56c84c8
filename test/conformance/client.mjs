// `npm run conformance`, first half: the official suite as the judge of our own engine.
import { at, report, runSuite } from './suite.mjs';

const SCENARIOS = [
  ['initialize'],
  ['tools_call', '2025-11-25'],
  ['tools_call', '2026-07-28'],
  ['request-metadata'],
  ['http-standard-headers'],
  ['http-custom-headers'],
  ['http-invalid-tool-headers'],
  ['json-schema-ref-no-deref'],
  // The engine compiles no schema; the whole program does.
  ['json-schema-ref-no-deref', undefined, 'check --quiet --reporter json --fail-on never --url'],
  ['sse-retry'],
];

let failed = 0;
for (const [scenario, revision, words] of SCENARIOS) {
  const name = [scenario, revision, words?.split(' ')[0]].filter(Boolean).join(' ');
  const command = `${process.execPath} ${words ? `${at('dist/cli/main.js')} ${words}` : at('test/conformance/engine.mjs')}`;
  const args = ['client', '--command', command, '--scenario', scenario, ...(revision ? ['--spec-version', revision] : [])];
  const { status, output, checks } = runSuite(args, name.replaceAll(' ', '-'));
  if (report(name, checks, status)) continue;
  failed++;
  console.log(output.split('\n').slice(-60).join('\n'));
}
console.log(`${SCENARIOS.length - failed} of ${SCENARIOS.length} scenarios passed by the engine`);
process.exit(failed ? 1 : 0);
