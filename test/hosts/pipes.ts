import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BytePipe } from '../../src/hosts/byte-pipe.ts';
import type { JsonObject } from '../../src/model/json.ts';

/** A real process behind a pipe. */
export async function processPipe(file: string): Promise<BytePipe & { exited: Promise<unknown> }> {
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  child.stdin.on('error', () => {});
  return {
    exited,
    write: (text) => void child.stdin.write(text),
    onData: (handler) => void child.stdout.on('data', handler),
    onEnd: (handler) => void child.on('close', handler),
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 2_000);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** An adapter that lives in a function: given a message, it says the bytes that come back, or null to end its stdout. */
export function scriptedPipe(answer: (message: JsonObject) => string | null): BytePipe & { closed: boolean } {
  let data: (chunk: Buffer) => void = () => {};
  let end = () => {};
  return {
    closed: false,
    write(text) {
      const reply = answer(JSON.parse(text));
      queueMicrotask(() => (reply === null ? end() : reply && data(Buffer.from(reply))));
    },
    onData(handler) {
      data = handler;
    },
    onEnd(handler) {
      end = handler;
    },
    async close() {
      this.closed = true;
    },
  };
}

/** The lines of a legacy adapter with these tools; `over` answers some methods otherwise. */
export function legacyAnswers(tools: unknown[], over: Record<string, (message: JsonObject) => string | null> = {}) {
  return (message: JsonObject): string | null => {
    const method = String(message.method);
    const special = over[method];
    if (special) return special(message);
    if (message.id === undefined) return '';
    const serverInfo = { name: 'scripted', version: '1' };
    if (method === 'initialize')
      return line(message, { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } });
    if (method === 'tools/list') return line(message, { result: { tools } });
    return line(message, { error: { code: -32601, message: 'Method not found' } });
  };
}

/** One response on one line. */
export function line(request: JsonObject, body: JsonObject): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id: request.id, ...body })}\n`;
}
