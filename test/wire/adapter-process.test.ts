import { tmpdir } from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AdapterProcess } from '../../src/wire/adapter-process.ts';
import { RUN_MARK } from '../../src/wire/environment.ts';
import { delay, until } from '../../src/wire/wait.ts';
import { processesWith } from '../processes.mjs';

const onLinux = process.platform === 'linux';
const started: AdapterProcess[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.kill();
});

/** Starts `node -e script`; what it printed is in `output`. */
function start(script: string, launch: Partial<{ command: string; args: string[]; cwd: string }> = {}) {
  const output: Buffer[] = [];
  const adapter = new AdapterProcess(
    { command: process.execPath, args: ['-e', script], env: {}, inheritEnv: false, cwd: tmpdir(), ...launch },
    { PATH: process.env.PATH, SECRET_OF_OURS: 'x' },
    (chunk) => output.push(chunk),
  );
  started.push(adapter);
  return { adapter, output: () => Buffer.concat(output).toString() };
}

/** Waits until the adapter has printed something: its handlers are in place then. */
async function ready({ adapter, output }: ReturnType<typeof start>): Promise<void> {
  while (!output() && !adapter.exit && !adapter.failure) await delay(10);
}

/** Living processes that carry the mark of this adapter (Linux). */
const left = (adapter: AdapterProcess) => processesWith('environ', `${RUN_MARK}=${adapter.mark}`);

describe('how an adapter ended', () => {
  test('its exit code, and the stderr that came last', async () => {
    const { adapter } = start('process.stderr.write("fatal: no database\\n", () => process.exit(7))');
    await adapter.ended;
    expect(adapter.exit).toMatchObject({ code: 7, signal: null });
    expect(adapter.facts()).toMatchObject({ stderrTail: ['fatal: no database'], stderrBytes: 19, stdoutBytes: 0, firstByteMs: null });
  });

  test('the signal that ended it', async () => {
    const { adapter } = start('process.kill(process.pid, "SIGKILL")');
    await adapter.ended;
    expect(adapter.exit).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  test('a command that is not there has no process, and says where it was looked for', async () => {
    const { adapter } = start('', { command: 'no-such-command-of-ours' });
    await adapter.ended;
    expect(adapter.failure).toMatchObject({ kind: 'command-not-found', detail: 'ENOENT' });
    expect(adapter.write('{}\n')).toBe(false);
    expect(await adapter.end()).toMatchObject({ survivors: 0 });
  });

  test('a folder that is not there is told before the command is blamed', async () => {
    const { adapter } = start('', { cwd: '/no/such/folder' });
    await adapter.ended;
    expect(adapter.failure?.kind).toBe('cwd-missing');
  });

  test('ended before we end it, it is not said to have been ended by us', async () => {
    const { adapter } = start('process.exit(0)');
    await adapter.ended;
    expect(await adapter.end()).toMatchObject({ by: 'exited', survivors: 0 });
    expect(adapter.facts().exit).toMatchObject({ code: 0 });
  });
});

test('a megabyte of stderr does not stop an adapter that nobody reads otherwise, and only its end is kept', async () => {
  const { adapter, output } = start('process.stderr.write("e".repeat(2 ** 20) + "\\nlast\\n", () => console.log("done"))');
  await adapter.ended;
  expect(output()).toBe('done\n');
  expect(adapter.stderr.bytes).toBe(2 ** 20 + 6);
  expect(adapter.facts().stderrTail.at(-1)).toBe('last');
  expect(adapter.stderr.text().length).toBeLessThanOrEqual(256 * 1024);
});

test('it gets what SDK clients pass and nothing else of our environment', async () => {
  const { adapter, output } = start('console.log(Object.keys(process.env).sort().join())');
  await adapter.ended;
  expect(output().trim().split(',')).toEqual([RUN_MARK, 'PATH']);
});

describe('ending it', () => {
  test('one that leaves when stdin closes is ended by that, in much less than the grace', async () => {
    const each = start('process.stdin.on("end", () => process.exit(0)).resume(); console.log("up")');
    await ready(each);
    const ending = await each.adapter.end();
    expect(ending).toMatchObject({ by: 'stdin', survivors: 0 });
    expect(ending.ms).toBeLessThan(1_900);
    // It was alive when we began.
    expect(each.adapter.facts().exit).toBeNull();
  });

  test('one that ignores stdin is ended by SIGTERM', async () => {
    const each = start('setInterval(() => {}, 1000); console.log("up")');
    await ready(each);
    const ending = await each.adapter.end();
    expect(ending.by).toBe('SIGTERM');
    expect(ending.ms).toBeGreaterThanOrEqual(1_900);
    expect(each.adapter.exit?.signal).toBe('SIGTERM');
  });

  test('one that ignores SIGTERM too is ended by SIGKILL', async () => {
    const each = start('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")');
    await ready(each);
    expect((await each.adapter.end()).by).toBe('SIGKILL');
    expect(each.adapter.exit?.signal).toBe('SIGKILL');
  });

  test('one that has stopped itself is ended by SIGKILL', async () => {
    const each = start('console.log("up"); setTimeout(() => process.kill(process.pid, "SIGSTOP"), 50)');
    await ready(each);
    await delay(200);
    expect((await each.adapter.end()).by).toBe('SIGKILL');
  });

  test('asked twice at once, it is ended once', async () => {
    const each = start('process.stdin.on("end", () => process.exit(0)).resume(); console.log("up")');
    await ready(each);
    const [one, other] = await Promise.all([each.adapter.end(), each.adapter.end()]);
    expect(other).toBe(one);
  });

  test('what it says after stdin was closed is counted', async () => {
    const each = start('process.stdin.on("end", () => process.stdout.write("bye", () => process.exit(0))).resume(); console.log("up")');
    await ready(each);
    expect((await each.adapter.end()).lateBytes).toBe(3);
  });
});

describe('a signal that kills it', () => {
  const HANGS = 'setInterval(() => {}, 1000); console.log("up")';

  test('aborted while it runs, or before it was named', async () => {
    const controller = new AbortController();
    const each = start(HANGS);
    each.adapter.killOn(controller.signal);
    await ready(each);
    expect(each.adapter.exit).toBeNull();
    controller.abort();
    const late = start(HANGS).adapter;
    late.killOn(controller.signal);
    await Promise.all([each.adapter.ended, late.ended]);
    expect([each.adapter.exit?.signal, late.exit?.signal]).toEqual(['SIGKILL', 'SIGKILL']);
  });

  test('is listened to no more once it has been ended: its id may be that of another process', async () => {
    const controller = new AbortController();
    const { adapter } = start('');
    adapter.killOn(controller.signal);
    await adapter.end();
    const kill = vi.spyOn(adapter, 'kill');
    controller.abort();
    expect(kill).not.toHaveBeenCalled();
  });
});

const SLEEPER = 'setInterval(() => {}, 1000)';
const parent = (options: string) => `
  const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(SLEEPER)}], ${options});
  child.unref();
  process.stdin.on('end', () => process.exit(0)).resume();
  child.on('spawn', () => console.log('up'));`;

describe.runIf(onLinux)('nothing of it is left', () => {
  test.each([
    ['a child in its group', parent('{stdio: "ignore"}')],
    ['a child in a session of its own', parent('{stdio: "ignore", detached: true}')],
    ['a child that holds its stdout open', parent('{stdio: ["ignore", "inherit", "inherit"], detached: true}')],
  ])('%s that outlives it is ended, and counted', async (_situation, script) => {
    const each = start(script);
    await ready(each);
    expect(each.adapter.descendants()).toHaveLength(1);
    expect(left(each.adapter)).toHaveLength(2);
    expect(await each.adapter.end()).toMatchObject({ by: 'stdin', survivors: 1 });
    expect(left(each.adapter)).toEqual([]);
  });

  test('a child that follows it within a moment is no survivor', async () => {
    const quick = `require('node:child_process').spawn(process.execPath, ['-e', 'process.stdin.resume().on("end", () => {})'], {stdio: ['inherit', 'ignore', 'ignore']});
      process.stdin.on('end', () => process.exit(0)).resume(); console.log('up');`;
    const each = start(quick);
    await ready(each);
    expect(each.adapter.stdinSharers()).toHaveLength(1);
    expect((await each.adapter.end()).survivors).toBe(0);
    expect(left(each.adapter)).toEqual([]);
  });

  test('killed at once, it and the child in its group are gone', async () => {
    const each = start(parent('{stdio: "ignore"}'));
    await ready(each);
    each.adapter.kill();
    await until(() => left(each.adapter).length === 0, 2_000);
    expect(left(each.adapter)).toEqual([]);
  });
});
