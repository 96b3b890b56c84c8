import { describe, expect, test } from 'vitest';
import { outcomeUnknown } from '../../src/kit/outcome-unknown.ts';
import { ToolError } from '../../src/kit/tool-error.ts';
import { adapterOf, callTool, grant } from './harness.ts';
import { type Fields, readTool, writeTool } from './tools.ts';

const args = { task_id: 't1', step_id: 's1' };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An adapter of one write tool, granted; calling it is all that a test does. */
async function granted(run: Parameters<typeof writeTool>[0], over: { timeoutMs?: number } = {}) {
  const adapter = adapterOf([writeTool(run, over)]);
  await grant(adapter.state, 't1', ['book_return'], { maxCalls: 5 });
  return { adapter, call: (signal?: AbortSignal) => callTool(adapter, 'book_return', args, signal ? { signal } : {}) };
}

describe('nothing is done twice', () => {
  test('of two effects at once one failed and one was done: the call is not retryable', async () => {
    let done = 0;
    const { call } = await granted(async (_, { steps }) => {
      await Promise.all([
        steps.effect('refuse', async () => {
          await pause(40);
          throw new ToolError('erp_busy', { retryable: true });
        }),
        steps.effect('book', async () => {
          await pause(10);
          done++;
        }),
      ]);
      return {};
    });
    expect(await call()).toMatchObject({ code: 'erp_busy', retryable: false });
    expect(await call()).toMatchObject({ replayed: true });
    expect(done).toBe(1);
  });

  test('an effect within a step that is tried again: it is not tried again', async () => {
    let done = 0;
    const { call } = await granted((_, { steps }) =>
      steps.run(
        'outer',
        async () => {
          await steps.effect('inner', () => void done++);
          throw new ToolError('erp_busy', { retryable: true });
        },
        { retries: 3 },
      ),
    );
    expect(await call()).toMatchObject({ code: 'erp_busy', retryable: false });
    expect(done).toBe(1);
  });

  test('a step failed while an effect was under way: how that ends is waited for', async () => {
    let done = 0;
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const { call } = await granted(async (_, { steps }) => {
      await Promise.all([
        steps.effect('book', async () => {
          begin();
          await pause(60);
          done++;
        }),
        steps.run('look', async () => {
          await begun;
          throw new ToolError('erp_busy', { retryable: true });
        }),
      ]);
      return {};
    });
    const answer = await call();
    expect([answer.code, answer.retryable, done]).toEqual(['erp_busy', false, 1]);
  });

  test('a system behind that did not answer is unknown, whatever the tool makes of it', async () => {
    let sent = 0;
    const { call } = await granted(async (_, { steps }) => {
      try {
        await steps.effect('book', () => {
          sent++;
          throw outcomeUnknown('the ERP did not answer');
        });
      } catch (cause) {
        throw new ToolError('erp_down', { retryable: true, cause });
      }
      return {};
    });
    expect(await call()).toMatchObject({ retryable: false });
    await call();
    expect(sent).toBe(1);
  });

  test('a change without an effect step, cut off after a step that only looked, may have happened', async () => {
    let done = 0;
    const { call } = await granted(
      async (_, { steps }) => {
        await steps.run('check', () => 1);
        done++;
        await pause(400);
        return {};
      },
      { timeoutMs: 100 },
    );
    expect(await call()).toMatchObject({ code: 'outcome_unknown', retryable: false });
    await call();
    expect(done).toBe(1);
  });

  test('a change that is cut off while it only looks did nothing, and may be tried again', async () => {
    const { call } = await granted((_, { steps }) => steps.run('check', () => pause(400).then(() => ({}))), { timeoutMs: 100 });
    expect(await call()).toMatchObject({ code: 'timeout', retryable: true });
  });

  test('steps do nothing after the call has ended', async () => {
    let late = 0;
    const { call } = await granted((_, { steps }) => {
      setTimeout(() => void steps.effect('late', () => void late++), 30);
      return {};
    });
    expect(await call()).toMatchObject({ ok: true });
    await pause(80);
    expect(late).toBe(0);
  });
});

describe('what became of an effect is told', () => {
  test('an adapter that stops in the middle of one does not know', async () => {
    const { adapter, call } = await granted((_, { steps }) => steps.effect('book', () => new Promise<Fields>(() => {})));
    const answer = call();
    await pause(60);
    await adapter.stop(20);
    expect(await answer).toMatchObject({ code: 'outcome_unknown', retryable: false });
  });

  test('a client that cancels after it was done does not lose the result', async () => {
    const stop = new AbortController();
    const { call } = await granted(async (_, { steps }) => {
      const number = await steps.effect('book', () => 'R-1');
      stop.abort(new Error('the client cancelled'));
      await steps.run('read_back', () => pause(20));
      return { number };
    });
    expect(await call(stop.signal)).toMatchObject({ ok: true, number: 'R-1' });
    expect(await call()).toMatchObject({ ok: true, number: 'R-1', replayed: true });
  });
});

describe('a refusal is no outcome', () => {
  test('revoked before the effect and granted again: the same step goes through', async () => {
    const adapter = adapterOf([writeTool((_, { steps }) => steps.effect('book', () => ({ booked: true })))]);
    expect(await callTool(adapter, 'book_return', args)).toMatchObject({ code: 'write_not_enabled' });
    await grant(adapter.state, 't1', ['book_return']);
    expect(await callTool(adapter, 'book_return', args)).toMatchObject({ ok: true, booked: true });
  });

  test('two steps at once on two grants of one use each: both go through', async () => {
    const adapter = adapterOf([writeTool((_, { steps }) => steps.effect('book', () => ({ booked: true })))]);
    await grant(adapter.state, 't1', ['book_return'], { maxCalls: 1 });
    await grant(adapter.state, 't1', ['book_return'], { maxCalls: 1 });
    const both = ['s1', 's2'].map((step_id) => callTool(adapter, 'book_return', { task_id: 't1', step_id }));
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual(['ok', 'ok']);
  });

  test('a grant for an origin does not let a tool through that names none', async () => {
    const adapter = adapterOf([writeTool((_, { steps }) => steps.effect('book', () => ({})), { origins: true })]);
    await grant(adapter.state, 't1', ['book_return'], { origins: ['https://shop.example'] });
    expect(await callTool(adapter, 'book_return', args)).toMatchObject({ ok: false });
  });

  test.each([
    ['https://shop.example', 'ok'],
    ['https://evil.example', 'write_not_enabled'],
  ])('an effect on %s under a grant for shop.example: %s', async (origin, code) => {
    const adapter = adapterOf([writeTool((_, { steps }) => steps.effect('book', () => ({}), { origin }), { origins: true })]);
    await grant(adapter.state, 't1', ['book_return'], { origins: ['https://shop.example'] });
    expect(await callTool(adapter, 'book_return', args)).toMatchObject({ code });
  });
});

test('a step whose failure nobody waits for does not end the process', async () => {
  const unheard: unknown[] = [];
  const listener = (error: unknown) => void unheard.push(error);
  process.on('unhandledRejection', listener);
  const adapter = adapterOf([
    readTool(async (_, { steps }) => {
      const first = steps.run('fail_first', () => Promise.reject(new ToolError('a')));
      void steps.run('fail_second', () => Promise.reject(new ToolError('b')));
      await first;
      return {};
    }),
  ]);
  expect(await callTool(adapter, 'find_order', {})).toMatchObject({ code: 'a' });
  await pause(20);
  process.off('unhandledRejection', listener);
  expect(unheard).toEqual([]);
});
