import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { owner } from '../../../src/kit/stores/owner.ts';
import { openBrowserFolder, removeBrowserFolder, sweepBrowserFolders } from '../../../src/reference/browser/browser-folders.ts';
import { embeddedChromium } from '../../../src/reference/browser/embedded.ts';

let tmp: string;
let root: string;
const browsers: ChildProcess[] = [];

beforeEach(() => {
  tmp = mkdtempSync(join(tmpdir(), 'folders-'));
  root = join(tmp, `mcp-adapter-${process.getuid?.()}`);
});
afterEach(() => {
  for (const browser of browsers.splice(0)) browser.kill('SIGKILL');
  rmSync(tmp, { recursive: true, force: true });
});

/** The folder of a process that has ended: no process of this start time has its id. */
function leftFolder(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'owner.json'), JSON.stringify({ ...owner(), started: '1 an-earlier-boot' }));
  return folder;
}

/** A browser that lives on without whoever started it, with its profile in this folder. */
async function survivorIn(folder: string): Promise<ChildProcess> {
  const { executable } = await embeddedChromium();
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${join(folder, 'profile')}`];
  const child = spawn(executable, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  browsers.push(child);
  await once(createInterface({ input: child.stderr }), 'line');
  return child;
}

test('a folder is ours alone, short enough for sockets, and says whose it is', async () => {
  const folder = await openBrowserFolder(tmp);
  expect(folder.slice(tmp.length)).toMatch(/^\/mcp-adapter-\d+\/[0-9a-f]{8}$/);
  expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  expect(lstatSync(root).mode & 0o777).toBe(0o700);
  expect(readdirSync(root)).toHaveLength(1);
});

test('a sweep leaves the folders of processes that live', async () => {
  const folder = await openBrowserFolder(tmp);
  expect(await sweepBrowserFolders(tmp)).toBe(0);
  expect(existsSync(folder)).toBe(true);
});

test('a sweep ends a browser that outlived its process, and no other one, and removes the folder', async () => {
  const left = leftFolder('left');
  const mine = await openBrowserFolder(tmp);
  const [survivor, other] = await Promise.all([survivorIn(left), survivorIn(mine)]);
  const ended = once(survivor, 'exit');
  expect(await sweepBrowserFolders(tmp)).toBe(1);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(other.exitCode ?? other.signalCode).toBeNull();
  expect(existsSync(left)).toBe(false);
  expect(existsSync(mine)).toBe(true);
  await removeBrowserFolder(mine);
  expect(existsSync(mine)).toBe(false);
});

test('a folder without an owner is removed once its maker must have died', async () => {
  const making = join(root, '.making');
  const dead = join(root, '.dead');
  for (const folder of [making, dead]) mkdirSync(folder, { recursive: true });
  utimesSync(dead, 0, 0);
  expect(await sweepBrowserFolders(tmp)).toBe(1);
  expect(readdirSync(root)).toEqual(['.making']);
});

test('two sweeps at once are no error, nor is one where there never was a browser', async () => {
  expect(await sweepBrowserFolders(tmp)).toBe(0);
  for (const name of ['a', 'b', 'c']) leftFolder(name);
  await Promise.all([sweepBrowserFolders(tmp), sweepBrowserFolders(tmp)]);
  expect(readdirSync(root)).toEqual([]);
});

test('where somebody else has put something in our place, it is not used', async () => {
  writeFileSync(root, '');
  await expect(openBrowserFolder(tmp)).rejects.toMatchObject({ message: `${root} is not ours`, hint: expect.stringContaining('TMPDIR') });
});

test('a folder of ours that others could read is closed to them', async () => {
  mkdirSync(root);
  chmodSync(root, 0o777);
  await openBrowserFolder(tmp);
  expect(lstatSync(root).mode & 0o777).toBe(0o700);
});
