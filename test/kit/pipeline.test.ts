import { describe, expect, test } from 'vitest';
import { ToolError } from '../../src/kit/tool-error.ts';
import { adapterOf, callTool, grant } from './harness.ts';
import { type Fields, readTool, writeTool } from './tools.ts';

describe('what a call is answered with', () => {
  test('a success is the tool’s own fields in the envelope', async () => {
    const adapter = adapterOf([readTool(({ order_id }) => ({ order: { id: order_id } }))]);
    const envelope = await callTool(adapter, 'find_order', { order_id: 'A-1' });
    expect(envelope).toEqual({ ok: true, code: 'ok', retryable: false, attempts: 1, elapsed_ms: expect.any(Number), order: { id: 'A-1' } });
  });

  test('a ToolError keeps its code, its retryable, its message and its data', async () => {
    const adapter = adapterOf([
      readTool(() => {
        throw new ToolError('order_locked', { retryable: true, message: 'somebody edits it', data: { locked_by: 'desk 4' } });
      }),
    ]);
    expect(await callTool(adapter, 'find_order', {})).toMatchObject({
      ok: false,
      code: 'order_locked',
      retryable: true,
      message: 'somebody edits it',
      locked_by: 'desk 4',
    });
  });

  test('the data of a ToolError never says what the envelope says, and is left out where it is no JSON', async () => {
    const failing = (data: object) =>
      adapterOf([
        readTool(() => {
          throw new ToolError('odd', { data: { ...data } });
        }),
      ]);
    expect(await callTool(failing({ ok: true, code: 'ok' }), 'find_order', {})).toMatchObject({ ok: false, code: 'internal' });
    expect(await callTool(failing({ big: 1n }), 'find_order', {})).toMatchObject({ ok: false, code: 'odd', message: 'odd' });
    const large = await callTool(failing({ text: 'x'.repeat(1024 * 1024) }), 'find_order', {});
    expect([large.code, JSON.stringify(large).length < 1_000]).toEqual(['odd', true]);
    // 256 KiB are the limit, in bytes: these are fewer characters.
    const wide = await callTool(failing({ text: '語'.repeat(100 * 1024) }), 'find_order', {});
    expect([wide.code, wide.text]).toEqual(['odd', undefined]);
  });

  test('anything else that is thrown is internal, with an incident whose stack only the log has', async () => {
    const adapter = adapterOf([
      readTool(() => {
        throw new Error('connect ECONNREFUSED db-7 password=hunter2');
      }),
    ]);
    const envelope = await callTool(adapter, 'find_order', {});
    expect(envelope).toMatchObject({ ok: false, code: 'internal', retryable: false, incident: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(JSON.stringify(envelope)).not.toMatch(/hunter2|db-7|Error/);
    expect(adapter.logged.join('\n')).toContain(`incident ${envelope.incident}: find_order: Error: connect ECONNREFUSED db-7`);
  });

  test('even what is thrown and is no error is internal', async () => {
    const adapter = adapterOf([
      readTool(() => {
        throw 'a text';
      }),
    ]);
    expect(await callTool(adapter, 'find_order', {})).toMatchObject({ code: 'internal' });
  });

  test('a result that breaks its output schema is internal, and the log says where', async () => {
    const output = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] } as const;
    const adapter = adapterOf([readTool(() => ({ count: 'three' }), { output })]);
    expect(await callTool(adapter, 'find_order', {})).toMatchObject({ code: 'internal' });
    expect(adapter.logged.join('\n')).toContain('count must be integer (it is "three")');
  });

  test('a result that uses a name of the envelope is internal', async () => {
    const adapter = adapterOf([readTool(() => ({ code: 'E17' }))]);
    expect(await callTool(adapter, 'find_order', {})).toMatchObject({ ok: false, code: 'internal' });
    expect(adapter.logged.join('\n')).toContain('returned code, which the envelope keeps for itself');
  });

  test('a result that is too large is refused with its size', async () => {
    const adapter = adapterOf([readTool(() => ({ text: 'x'.repeat(3000) }))], { limits: { resultBytes: 2048 } });
    expect(await callTool(adapter, 'find_order', {})).toMatchObject({
      ok: false,
      code: 'result_too_large',
      message: expect.stringMatching(/has \d\.\d KiB/),
    });
  });

  test('a message is made safe to print and short', async () => {
    const adapter = adapterOf([
      readTool(() => {
        throw new ToolError('odd', { message: `\u001b[2J${'x'.repeat(5000)}` });
      }),
    ]);
    const { message } = await callTool(adapter, 'find_order', {});
    expect(message).toMatch(/^\\u\{1b\}\[2Jx+…$/);
    expect(String(message).length).toBeLessThan(1100);
  });
});

describe('time and cancellation', () => {
  test('a read that takes too long ends with timeout, and may be tried again', async () => {
    const adapter = adapterOf([readTool(() => new Promise<Fields>(() => {}), { timeoutMs: 50 })]);
    expect(await callTool(adapter, 'find_order', {})).toMatchObject({ code: 'timeout', retryable: true });
  });

  test('a tool sees that the client has cancelled, and the call ends with cancelled', async () => {
    const stop = new AbortController();
    let seen = false;
    const adapter = adapterOf([
      readTool(
        (_, { signal }) =>
          new Promise<Fields>(() => {
            signal.addEventListener('abort', () => {
              seen = true;
            });
            stop.abort(new Error('the client cancelled'));
          }),
      ),
    ]);
    expect(await callTool(adapter, 'find_order', {}, { signal: stop.signal })).toMatchObject({ code: 'cancelled', retryable: true });
    expect(seen).toBe(true);
  });

  test('a change without named steps that takes too long may have happened', async () => {
    const adapter = adapterOf([writeTool(() => new Promise<Fields>(() => {}), { timeoutMs: 50 })]);
    await grant(adapter.state, 't1', ['book_return']);
    expect(await callTool(adapter, 'book_return', { task_id: 't1', step_id: 's1' })).toMatchObject({
      code: 'outcome_unknown',
      retryable: false,
    });
  });

  test('a client that cancels in the middle of an effect does not cut it off: the outcome is kept for the next who asks', async () => {
    const stop = new AbortController();
    const adapter = adapterOf([
      writeTool(async (_, { steps }) => {
        const number = await steps.effect('book', async (signal) => {
          stop.abort(new Error('the client cancelled'));
          await new Promise((resolve) => setTimeout(resolve, 50));
          signal.throwIfAborted();
          return 'R-1';
        });
        return { number };
      }),
    ]);
    await grant(adapter.state, 't1', ['book_return']);
    const args = { task_id: 't1', step_id: 's1' };
    await callTool(adapter, 'book_return', args, { signal: stop.signal });
    expect(await callTool(adapter, 'book_return', args)).toMatchObject({ ok: true, number: 'R-1', replayed: true });
  });
});

describe('too much, and too late', () => {
  test('more calls at once than allowed are told busy', async () => {
    let release = () => {};
    const held = new Promise<Fields>((resolve) => {
      release = () => resolve({});
    });
    const adapter = adapterOf([readTool(() => held)], { limits: { inFlight: 1 } });
    const first = callTool(adapter, 'find_order', {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await callTool(adapter, 'find_order', {})).toMatchObject({ code: 'busy', retryable: true });
    release();
    expect(await first).toMatchObject({ ok: true });
  });

  test('an adapter that stops lets calls finish, takes no new ones, and cancels what takes too long', async () => {
    const adapter = adapterOf([
      readTool(() => new Promise<Fields>((resolve) => setTimeout(() => resolve({ done: true }), 50)), { name: 'find_quick' }),
      readTool(() => new Promise<Fields>(() => {}), { name: 'find_slow' }),
    ]);
    const quick = callTool(adapter, 'find_quick', {});
    const slow = callTool(adapter, 'find_slow', {});
    await new Promise((resolve) => setTimeout(resolve, 10));
    const stopped = adapter.stop(300);
    expect(await callTool(adapter, 'find_quick', {})).toMatchObject({ code: 'stopping', retryable: true });
    expect(await quick).toMatchObject({ ok: true, done: true });
    expect(await slow).toMatchObject({ code: 'cancelled' });
    await stopped;
  });
});
