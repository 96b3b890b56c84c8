import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fixture, run } from '../cli/run-cli.ts';
import { serve } from '../wire/http-server.ts';

const hasFlask = spawnSync('python3', ['-c', 'import flask'], { stdio: 'ignore' }).status === 0;

/** Starts the naive adapter for its URL and checks it, one call included. */
function check(...command: string[]) {
  const call = ['--call', 'find_order={"number":"A-1"}'];
  return run(['check', '--url', 'http://127.0.0.1:{port}/mcp', '--env', 'PORT={port}', ...call, '--', ...command]);
}

/** It is named bare, its tools are listed, and each of its faults is said. */
async function expectEveryFault(command: readonly string[]): Promise<void> {
  const document = await check(...command);
  expect(document.adapter).toMatchObject({ era: 'bare', transport: 'http' });
  expect(document.tools.map(({ name }) => name)).toEqual(['find_order']);
  const severities = Object.fromEntries(document.findings.map(({ rule, severity }) => [rule, severity]));
  expect(severities).toMatchObject({
    'version/no-handshake': 'error',
    'http/notification-status': 'error',
    'result/content-missing': 'error',
    'http/html-error': 'warning',
  });
  const sdk = document.hosts.filter(({ host }) => host.startsWith('sdk-'));
  expect(sdk.length).toBeGreaterThan(0);
  for (const { accepts, detail } of sdk) {
    expect(accepts).toBe(false);
    expect(detail).toContain('no handshake');
  }
  expect(document.exitCode).toBe(1);
}

test('the naive adapter in Node: every fault is said', () => expectEveryFault(['node', fixture('naive-flask.mjs')]));

// Flask is no dependency of ours; the same adapter in Node always runs.
test.skipIf(!hasFlask)('the naive adapter in Python with Flask: every fault is said', () =>
  expectEveryFault(['python3', fixture('naive-flask.py')]),
);

test('a URL that answers before its command was started is somebody else’s', async () => {
  await using server = await serve((_request, _message, response) => void response.end('hello'));
  const document = await run(['list', '--url', server.url, '--', 'node', fixture('naive-flask.mjs')]);
  expect(document).toMatchObject({ exitCode: 2, error: { class: 'http/port-in-use' } });
});
