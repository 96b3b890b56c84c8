import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';

/** What a command printed, and how it ended: -1 when it took too long. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** What programs need to find each other and the registries of this machine; nothing else of our environment reaches a command. */
const NAMES = ['PATH', 'HOME', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PIP_CERT'];

const LIMIT_MS = 240_000;

/** Runs a command to its end, with nothing on stdin. What it started ends with it when it takes too long. */
export async function runCommand(command: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<Ended> {
  const ours = NAMES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const child = spawn(command, args, {
    cwd,
    env: { ...Object.fromEntries(ours), TMPDIR: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended: Ended = { code: -1, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.stderr += text;
  });
  const limit = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), LIMIT_MS);
  try {
    ended.code = await new Promise<number>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve(code ?? -1));
    });
  } finally {
    clearTimeout(limit);
  }
  return ended;
}
