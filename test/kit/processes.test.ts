import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { verifyAudit } from '../../src/kit/audit/index.ts';
import { isObject, type JsonObject, member } from '../../src/model/json.ts';
import { grant, newState } from './harness.ts';

const WRITE = { task_id: 't1', step_id: 's1', order_id: 'A-1001', quantity: 1, reason: 'broken' };

/** The orders adapter as a process, spoken to as an old client speaks: its answers by id, its exit. */
function start(state: string, faults = '') {
  const child = spawn(process.execPath, ['fixtures/adapters/orders.mjs'], {
    env: { PATH: process.env.PATH, MCP_ADAPTER_STATE: state, ORDERS_FAULT: faults },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const waiting = new Map<unknown, (message: JsonObject) => void>();
  const lines: string[] = [];
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    const message: unknown = JSON.parse(line);
    if (isObject(message)) waiting.get(message.id)?.(message);
  });
  const exited = new Promise<number | string>((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal ?? '')));
  const send = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (id: number, method: string, params: object) =>
    new Promise<JsonObject>((resolve) => {
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  const ready = request(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a-host', version: '1' } });
  return {
    child,
    exited,
    lines,
    stderr: () => stderr,
    /** The envelope that a tool answers with. */
    async call(id: number, name: string, args: object): Promise<JsonObject> {
      await ready;
      const answer = await request(id, 'tools/call', { name, arguments: args });
      const envelope = member(member(answer, 'result'), 'structuredContent');
      return isObject(envelope) ? envelope : answer;
    },
    async end(): Promise<number | string> {
      child.stdin.end();
      return exited;
    },
  };
}

/** What took effect, as the shop wrote it down. */
function effects(state: string): JsonObject[] {
  const file = join(state, 'effects.ndjson');
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
}

/** The records of the audit log, of every process. */
function records(state: string): JsonObject[] {
  const day = new Date().toISOString().slice(0, 10);
  const lanes = Array.from({ length: 32 }, (_, index) => join(state, 'audit', index ? `${day}.${index + 1}.ndjson` : `${day}.ndjson`));
  return lanes.filter(existsSync).flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}

test('24 processes with one key: exactly one execution, and everybody is told its outcome', { timeout: 120_000 }, async () => {
  const state = newState();
  await grant(state, 't1', ['create_return'], { maxCalls: 24 });
  const processes = Array.from({ length: 24 }, () => start(state));
  const answers = await Promise.all(processes.map((each) => each.call(1, 'create_return', WRITE)));
  expect(effects(state)).toHaveLength(1);
  expect(new Set(answers.map(({ return_id }) => return_id)).size).toBe(1);
  expect(answers.filter(({ replayed }) => replayed === true)).toHaveLength(23);
  expect(await Promise.all(processes.map((each) => each.end()))).toEqual(processes.map(() => 0));
  const log = records(state);
  expect(log.filter(({ kind }) => kind === 'intent')).toHaveLength(1);
  expect(log.filter(({ kind }) => kind === 'outcome')).toHaveLength(24);
  expect((await verifyAudit(state, {})).broken).toBe(0);
});

test('a process killed in the middle of an effect leaves the key in doubt: no other does it again', { timeout: 60_000 }, async () => {
  const state = newState();
  await grant(state, 't1', ['create_return']);
  const first = start(state, 'crash@create_return');
  void first.call(1, 'create_return', WRITE);
  expect(await first.exited).toBe('SIGKILL');
  const second = start(state);
  expect(await second.call(1, 'create_return', WRITE)).toMatchObject({ ok: false, code: 'in_doubt', retryable: false });
  expect(await second.call(2, 'create_return', { ...WRITE, step_id: 's2' })).toMatchObject({ ok: true });
  await second.end();
  expect(effects(state)).toHaveLength(1);
  const log = records(state).filter(({ task }) => task === 't1');
  expect(log.map(({ kind, code }) => code ?? kind)).toEqual(['intent', 'in_doubt', 'intent', 'ok']);
  expect((await verifyAudit(state, {})).broken).toBe(0);
});

describe('the end of a process', () => {
  test('a call under way may finish after SIGTERM, its outcome is kept, and the log says that it stopped', {
    timeout: 60_000,
  }, async () => {
    const state = newState();
    await grant(state, 't1', ['create_return']);
    const adapter = start(state, 'slow@create_return=300');
    const answer = adapter.call(1, 'create_return', WRITE);
    await expect.poll(() => records(state).some(({ kind }) => kind === 'intent'), { timeout: 10_000 }).toBe(true);
    adapter.child.kill('SIGTERM');
    expect(await answer).toMatchObject({ ok: true });
    expect(await adapter.exited).toBe(0);
    expect(records(state).map(({ kind }) => kind)).toEqual(['start', 'intent', 'outcome', 'stop']);
    expect(adapter.stderr()).toBe('');
  });

  test('what is asked just before stdin is closed is still answered', { timeout: 60_000 }, async () => {
    const adapter = start(newState(), 'slow@find_order=200');
    const answer = adapter.call(1, 'find_order', { order_id: 'A-1001' });
    await adapter.call(2, 'list_orders', {});
    adapter.child.stdin.end();
    expect(await answer).toMatchObject({ ok: true });
    expect(await adapter.exited).toBe(0);
  });

  test('a message larger than any client should send ends it, with a word on stderr', { timeout: 60_000 }, async () => {
    const adapter = start(newState());
    await adapter.call(1, 'list_orders', {});
    adapter.child.stdin.write('x'.repeat(11 * 1024 * 1024));
    expect(await adapter.exited).toBe(1);
    expect(adapter.stderr()).toContain('protocol:');
  });

  test('a read that hangs does not keep it alive once the client has closed stdin', { timeout: 60_000 }, async () => {
    const state = newState();
    const adapter = start(state, 'hang@find_order');
    void adapter.call(1, 'find_order', { order_id: 'A-1001' });
    await adapter.call(2, 'list_orders', {});
    expect(await adapter.end()).toBe(0);
    const ended = records(state).map(({ kind, tool, code }) => [kind, tool, code]);
    expect(ended).toContainEqual(['outcome', 'find_order', 'cancelled']);
  });
});

test('where the state folder cannot be written, reads go on and writes are refused with a code', { timeout: 60_000 }, async () => {
  const file = join(newState(), 'file');
  const state = join(file, 'state');
  writeFileSync(file, 'not a folder');
  const adapter = start(state);
  expect(await adapter.call(1, 'find_order', { order_id: 'A-1001' })).toMatchObject({ ok: true });
  expect(await adapter.call(2, 'create_return', WRITE)).toMatchObject({ ok: false, code: 'write_not_enabled' });
  expect(await adapter.call(3, 'prepare_return', { order_id: 'A-1001' })).toMatchObject({ code: 'state_unavailable', retryable: true });
  expect(await adapter.end()).toBe(0);
  expect(adapter.stderr()).toContain('the audit log');
});
