import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLocalProvider } from '../../../src/reference/providers/local.ts';
import type { LeaseWish } from '../../../src/reference/providers/provider.ts';

function wish(over: Partial<LeaseWish> = {}): LeaseWish {
  return { region: 'US-CA', purpose: 'default', account: null, signal: new AbortController().signal, timeoutMs: 30_000, ...over };
}

function provider(isolation: 'context' | 'process', browser = 'embedded') {
  return createLocalProvider({ kind: 'local', browser, isolation }, { env: process.env, log: () => {} });
}

/** Folders of browsers of this process. */
function folders(): string[] {
  const root = join(tmpdir(), `mcp-adapter-${process.getuid?.()}`);
  return readdirSync(root).filter((name) => {
    try {
      return JSON.parse(readFileSync(join(root, name, 'owner.json'), 'utf8')).pid === process.pid;
    } catch {
      return false;
    }
  });
}

test('twenty that ask at once share one browser, and closing leaves none of it', async () => {
  const one = provider('context');
  const leases = await Promise.all(Array.from({ length: 20 }, () => one.acquire(wish())));
  expect(new Set(leases.map(({ browser }) => browser)).size).toBe(1);
  expect(new Set(leases.map(({ id }) => id)).size).toBe(20);
  expect(folders()).toHaveLength(1);
  await one.close();
  expect(leases[0]?.browser.isConnected()).toBe(false);
  expect(folders()).toEqual([]);
});

test.each(['context', 'process'] as const)(
  'closed while a browser starts (%s), nothing is left and nobody is given one',
  async (isolation) => {
    const one = provider(isolation);
    const asked = one.acquire(wish()).then(
      ({ browser }) => browser.isConnected(),
      () => false,
    );
    await one.close();
    expect(await asked).toBe(false);
    expect(folders()).toEqual([]);
    await expect(one.acquire(wish())).rejects.toMatchObject({ code: 'env_unavailable', retryable: true });
  },
);

test('without a browser the caller is told browser_missing, and check says what to do', async () => {
  const one = provider('context', '/nowhere/chromium');
  const error = await one.acquire(wish()).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'browser_missing', retryable: false });
  expect(error.message).not.toContain('/nowhere');
  expect(await one.check()).toMatchObject({ ok: false, todo: expect.stringContaining('playwright-core install chromium') });
});

test('a browser that does not start is env_unavailable, in our own words', async () => {
  const error = await provider('context', '/bin/false')
    .acquire(wish())
    .catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'env_unavailable', retryable: true });
  expect(error.message).not.toMatch(/bin\/false|Failed to launch/);
  expect(folders()).toEqual([]);
});
