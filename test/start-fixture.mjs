// Starts an HTTP server of the fixtures, and ends it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A script that says `LISTENING <url>` on stderr, started with a state folder of its own; disposed of, it is gone. */
export async function startFixture(file, env = {}, args = []) {
  const state = mkdtempSync(join(tmpdir(), 'fixture-state-'));
  const child = spawn(process.execPath, [file, ...args], { env: { PATH: process.env.PATH, PORT: '0', MCP_ADAPTER_STATE: state, ...env } });
  let stderr = '';
  const url = await new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error(stderr)));
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
      const found = /LISTENING (\S+)/.exec(stderr)?.[1];
      if (found) resolve(found);
    });
  });
  const end = async () => {
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    rmSync(state, { recursive: true, force: true });
  };
  return { url, state, stderr: () => stderr, end, [Symbol.asyncDispose]: end };
}
