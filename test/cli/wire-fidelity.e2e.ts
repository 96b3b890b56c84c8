import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textHash } from '../../src/cases/exact-text.ts';
import { isObject } from '../../src/model/json.ts';
import { toolNamed } from '../../src/run/calls.ts';
import { keepCase } from '../../src/run/keep-case.ts';
import { SUCCEEDS } from '../../src/run/observe.ts';
import type { Keeping, RunOptions } from '../../src/run/options.ts';
import { openPlace } from '../../src/run/place.ts';
import { type Played, play } from '../../src/run/play.ts';
import { argumentTexts } from '../cases/argument-texts.ts';
import { newFolder } from '../cases/new-folder.ts';
import { fixture, run } from './run-cli.ts';

const COUNT = 10_000;
const TOOLS = Array.from({ length: 50 }, (_, index) => `note_${index}`);

/** Different texts of one line each, as messages over stdio are; the first are long. */
function texts(): string[] {
  const long = ['ä"\\\n😀', 'x', '\u2028'].map((text) => JSON.stringify({ text: text.repeat(2 ** 20 / Buffer.byteLength(text)) }));
  const lines = argumentTexts(11, COUNT + 1_000).map((text) => text.replace(/[\r\n]/g, ' '));
  return [...new Set([...long, ...lines])].slice(0, COUNT);
}

/** Sends each text once and keeps what comes as a case: one connection, no command line. Returns how many files there are. */
async function record(folder: string, sent: readonly string[], env: Record<string, string>): Promise<number> {
  const open: RunOptions['open'] = {
    info: { name: 'test', version: '1' },
    era: 'legacy',
    protocol: null,
    capabilities: [],
    startTimeoutMs: 30_000,
    timeoutMs: 30_000,
    env: process.env,
    signal: new AbortController().signal,
  };
  const target = { kind: 'stdio' as const, command: process.execPath, args: [fixture('hash-arguments.mjs')], env, inheritEnv: false };
  const options: RunOptions = { target, open, secrets: [], risks: {}, onEvent: () => {} };
  const place = await openPlace(options);
  const played: Played[] = [];
  for (const [index, text] of sent.entries()) {
    const name = TOOLS[index % TOOLS.length] ?? '';
    const args: unknown = JSON.parse(text);
    const wish = { name, arguments: isObject(args) ? args : {}, text };
    played.push(await play(place, toolNamed(place.seen.tools, name), wish, { name, expect: SUCCEEDS }));
  }
  const files = new Set<string>();
  // Files of one folder are written one after the other, each waiting for the disk.
  const keepAll = async (tool: string): Promise<void> => {
    const keeping: Keeping = {
      folder: join(folder, tool),
      project: folder,
      cwd: folder,
      madeBy: 'test',
      targetWords: '',
      env: {},
      refused: [],
    };
    for (const each of played.filter(({ name }) => name === tool)) {
      const written = await keepCase({ place, played: [each], options, keeping, source: 'call' });
      if (written) files.add(written.file);
    }
  };
  await Promise.all(TOOLS.map(keepAll));
  await place.close();
  return files.size;
}

test('10,000 generated argument texts arrive byte by byte as they were given, and again when their cases are replayed', {
  timeout: 300_000,
}, async () => {
  const folder = newFolder();
  const sent = texts();
  expect(sent).toHaveLength(COUNT);
  expect(sent.filter((text) => JSON.stringify(JSON.parse(text)) !== text).length).toBeGreaterThan(COUNT / 2);
  expect(sent.some((text) => text.includes('"task_id"'))).toBe(false);
  const hashes = sent.map(textHash);
  const [first, again] = [join(folder, 'first.txt'), join(folder, 'again.txt')];
  const arrived = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');

  expect(await record(folder, sent, { TOOLS: String(TOOLS.length), HASHES: first })).toBe(COUNT);
  expect(unlike(arrived(first), hashes)).toEqual([]);

  const limits = ['--runs', '1', '--isolate', 'none', '--deadline', '240s', '--quiet'];
  const env = ['--env', `TOOLS=${TOOLS.length}`, '--env', `HASHES=${again}`];
  const { cases } = await run(['replay', ...TOOLS, ...limits, ...env, '--', 'node', fixture('hash-arguments.mjs')], { cwd: folder });
  // Cases are run in the order of their files.
  expect(unlike(arrived(again).sort(), hashes.toSorted())).toEqual([]);
  expect(cases).toHaveLength(COUNT);
  expect(cases.filter(({ verdict, rebound }) => verdict !== 'still-fails' || rebound.length)).toEqual([]);
});

/** The first of the items that another list does not have in the same place, if any. */
function unlike(some: readonly string[], others: readonly string[]): string[] {
  return [...some.filter((each, index) => each !== others[index]), ...others.slice(some.length)].slice(0, 5);
}
