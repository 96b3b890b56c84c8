import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { watch } from '../../src/cli/watch.ts';
import { Fault } from '../../src/model/fault.ts';
import { delay, until } from '../../src/wire/wait.ts';

/** Generous: far longer than anything here takes. */
const LONG = 20_000;
/** Long enough for a change that counted to be seen. */
const QUIET = 1_000;

let folder: string;
let interrupt: AbortController;
let stderr: string;
let io: Io;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-watch-'));
  interrupt = new AbortController();
  stderr = '';
  const output = (write: (text: string) => void) => ({ isTTY: false, columns: 100, write: async (text: string) => write(text) });
  io = {
    argv: [],
    env: {},
    cwd: folder,
    stdout: output(() => {}),
    stderr: output((text) => {
      stderr += text;
    }),
    readStdin: async () => '',
    terminal: null,
    interrupted: interrupt.signal,
  };
});

afterEach(() => {
  interrupt.abort();
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text = String(Math.random())): void {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

async function begun(): Promise<void> {
  expect(await until(() => stderr.includes('watching'), LONG)).toBe(true);
}

test('a changed, a new and a removed file each lead to a run, until the user interrupts', async () => {
  write('smoke/a.yaml');
  write('src/server.js');
  let runs = 0;
  const ended = watch(['smoke/a.yaml', 'src'], io, async () => {
    runs++;
  });
  await begun();
  expect(stderr).toBe('watching 2 files; Ctrl-C ends\n');
  expect(runs).toBe(0);
  write('smoke/a.yaml');
  expect(await until(() => runs === 1, LONG)).toBe(true);
  write('src/deep/new.js');
  expect(await until(() => runs === 2, LONG)).toBe(true);
  rmSync(join(folder, 'src/server.js'));
  expect(await until(() => runs === 3, LONG)).toBe(true);
  interrupt.abort();
  await ended;
  expect(runs).toBe(3);
});

test('whatever changes while it runs leads to exactly one more run', async () => {
  write('src/a.js');
  let runs = 0;
  let release: () => void = () => {};
  const ended = watch(['src'], io, async () => {
    runs++;
    if (runs === 1)
      await new Promise<void>((resolve) => {
        release = resolve;
      });
  });
  await begun();
  write('src/a.js');
  expect(await until(() => runs === 1, LONG)).toBe(true);
  for (const name of ['a', 'b', 'c']) {
    write(`src/${name}.js`);
    await delay(200);
  }
  release();
  expect(await until(() => runs === 2, LONG)).toBe(true);
  await delay(QUIET);
  expect(runs).toBe(2);
  interrupt.abort();
  await ended;
});

test('what runs write, and what is not the author’s, does not count, wherever it lies below', async () => {
  write('src/a.js');
  write('src/dist/server.js');
  const ignored = [
    'node_modules/x/index.js',
    '.git/index',
    '.mcp-adapter/traces/t.ndjson',
    'cases/find/x.case.json',
    'out/traces/t.ndjson',
  ];
  for (const path of ignored) write(`src/${path}`);
  let runs = 0;
  const ended = watch(
    ['src'],
    io,
    async () => {
      runs++;
    },
    ['src/out'],
  );
  await begun();
  expect(stderr).toBe('watching 2 files; Ctrl-C ends\n');
  for (const path of ignored) write(`src/${path}`);
  await delay(QUIET);
  expect(runs).toBe(0);
  // A compiled adapter is what runs.
  write('src/dist/server.js');
  expect(await until(() => runs === 1, LONG)).toBe(true);
  interrupt.abort();
  await ended;
});

test('a project that lies in a folder of such a name is watched all the same', async () => {
  write('cases/project/src/a.js');
  let runs = 0;
  const ended = watch([join(folder, 'cases/project/src'), join(folder, 'cases')], io, async () => {
    runs++;
  });
  await begun();
  write('cases/project/src/a.js');
  expect(await until(() => runs === 1, LONG)).toBe(true);
  interrupt.abort();
  await ended;
});

test('a file that an editor replaces by another, twice, is still watched', async () => {
  write('smoke/a.yaml');
  let runs = 0;
  const ended = watch(['smoke/a.yaml'], io, async () => {
    runs++;
  });
  await begun();
  for (const wanted of [1, 2]) {
    write('smoke/a.yaml.new');
    renameSync(join(folder, 'smoke/a.yaml.new'), join(folder, 'smoke/a.yaml'));
    expect(await until(() => runs === wanted, LONG)).toBe(true);
  }
  interrupt.abort();
  await ended;
});

test('an interruption before it has begun ends it without a run', async () => {
  write('a.yaml');
  interrupt.abort();
  await watch(['a.yaml'], io, async () => {
    throw new Error('it ran');
  });
  expect(stderr).toBe('');
});

test('what a run throws ends the watching', async () => {
  write('a.yaml');
  const ended = watch(['a.yaml'], io, async () => {
    throw new Fault('config', 'as thrown');
  });
  const outcome = ended.catch((error: unknown) => error);
  await begun();
  write('a.yaml');
  expect(await outcome).toBeInstanceOf(Fault);
});
