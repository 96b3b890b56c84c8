import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TracedCall } from '../../src/model/trace.ts';

/** The header line of a connection. */
export const HEADER = {
  format: 'mcp-adapter/trace@1',
  command: 'smoke',
  target: { kind: 'stdio', command: 'node', args: ['server.js', 'two words'] },
};

/** A line that tells of a whole call, of which a test says what matters to it. */
export function called(parts: Partial<TracedCall> = {}): { call: TracedCall } {
  const tool = parts.tool ?? 'find_order';
  return {
    call: {
      name: tool,
      tool,
      taskId: null,
      arguments: '',
      startMs: 0,
      ms: 10,
      outcome: 'ok',
      code: 'ok',
      attempts: null,
      steps: [],
      ...parts,
    },
  };
}

/** The line of a `tools/call` request. */
export function sent(id: number | string, tool: string, ms: number, given: object = {}): object {
  const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: given } };
  return { seq: 1, ms, dir: 'out', phase: 'call', tool, text: JSON.stringify(message) };
}

/** The line of the answer to one. `result` stands first, as SDK servers write it. */
export function answered(id: number | string, tool: string, ms: number, result: object = { content: [] }): object {
  return { seq: 2, ms, dir: 'in', phase: 'call', tool, line: 1, text: JSON.stringify({ result, jsonrpc: '2.0', id }) };
}

export const noise = { noise: 'text', line: 2, endLine: 2, bytes: 5, phase: 'call', ms: 40, text: 'hello' };

/** Writes lines (texts as they are) to `name` in a new folder, and returns the path. */
export function written(lines: readonly (object | string)[], name = 'run.ndjson'): string {
  const file = join(mkdtempSync(join(tmpdir(), 'mcp-adapter-trace-')), name);
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''));
  return file;
}
