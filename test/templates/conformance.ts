import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Where the official suite is missing, tests that need it are left out by name; in CI it is installed. */
export const HAS_SUITE = existsSync('test/conformance/node_modules/@modelcontextprotocol/conformance') || Boolean(process.env.CI);

/** The scenarios that need none of the suite's own tools, resources and prompts. */
const EVERY_SERVER = {
  '2025-11-25': ['dns-rebinding-protection', 'ping', 'server-initialize', 'tools-list'],
  '2026-07-28': ['dns-rebinding-protection', 'http-header-validation', 'sep-2164-resource-not-found', 'server-stateless', 'tools-list'],
};

export type Revision = keyof typeof EVERY_SERVER;
export const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28'];

interface Check {
  scenario: string;
  id: string;
  status: string;
  errorMessage?: string;
}

/** What the official suite finds wrong with the server at a URL in what every server has to do, and in `more`; an empty list when all is well. */
export async function conformance(url: string, revision: Revision, name: string, more: readonly string[] = []): Promise<string[]> {
  const words = JSON.stringify(['server', '--url', url.replace('127.0.0.1', 'localhost'), '--requirements', revision]);
  // In a process of its own, because importing it installs the suite where it is missing.
  const script = `import { runSuite } from './test/conformance/suite.mjs';
    console.log('\\n' + JSON.stringify(runSuite(${words}, 'template-${name}-${revision}').checks));`;
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', script], { maxBuffer: 1e8 });
  const checks: Check[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return [...EVERY_SERVER[revision], ...more].flatMap((scenario) => {
    const own = checks.filter((check) => check.scenario === scenario);
    if (!own.some(({ status }) => status === 'SUCCESS')) return [`${scenario}: nothing passed`];
    // What the suite wants to see of tools with names of its own cannot be seen here.
    const failed = own.filter(({ status, errorMessage }) => status === 'FAILURE' && !errorMessage?.startsWith('Not testable'));
    return failed.map(({ id, errorMessage }) => `${scenario}: ${id}: ${errorMessage}`);
  });
}
