import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { isObject, type JsonObject, member } from '../../src/model/json.ts';

/** `mcp-adapter serve` as a process of its own, spoken to over stdio as a client of 2025-11-25 speaks. */
export function serve(args: readonly string[], options: { cwd: string; env?: Record<string, string> }) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [resolve('dist/cli/main.js'), 'serve', ...args], {
    cwd: options.cwd,
    env: { PATH, HOME, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const waiting = new Map<unknown, (message: JsonObject) => void>();
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Anything but a message of the protocol fails the test here.
    const message: unknown = JSON.parse(line);
    if (isObject(message)) waiting.get(message.id)?.(message);
  });
  const exited = new Promise<number | string>((ended) => child.on('exit', (code, signal) => ended(code ?? signal ?? '')));
  let last = 0;
  const request = (method: string, params: object) =>
    new Promise<JsonObject>((answered) => {
      waiting.set(++last, answered);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
    });
  return {
    child,
    exited,
    stderr: () => stderr,
    /** What the handshake answers. */
    initialize: () =>
      request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a-host', version: '1' } }),
    request,
    /** The envelope that a tool answers with. */
    async call(name: string, args: object): Promise<JsonObject> {
      const answer = await request('tools/call', { name, arguments: args });
      const envelope = member(member(answer, 'result'), 'structuredContent');
      return isObject(envelope) ? envelope : answer;
    },
    /** Waits until stderr has a text like this; gives what it found. */
    async says(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(stderr)?.[0];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`it ended: ${stderr}`);
        await new Promise((more) => child.stderr.once('data', more).once('end', more));
      }
    },
  };
}
