import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../../fixtures/site/start.mjs';
import { type Running, run, startedWorld } from './grounds.ts';
import { type HostileSite, startHostileSite } from './hostile-site.ts';

// Pages that fight back. Each is opened in an environment of its own, several at a time: every call ends with a code in its own time, the
// environment opens other pages afterwards, and whoever is given its context next finds nothing in it.

const MAX_PAGES = 5;
const SOON = 5;
let world: World;
let site: HostileSite;
let adapter: Running;

beforeAll(async () => {
  [world, site] = await Promise.all([startedWorld(), startHostileSite()]);
  adapter = await run(world, {
    provider: { kind: 'local', browser: 'embedded', isolation: 'context' },
    over: { privateHosts: [...world.config.privateHosts, new URL(site.origin).host] },
    limits: { environments: 100, environmentsPerPurpose: 100, pages: MAX_PAGES },
  });
});
afterAll(async () => {
  await adapter.close();
  await Promise.all([site.close(), world.close()]);
});

const opened = { ok: true, code: 'ok' };
const restless = { ok: true, interactive: false };
const late = { ok: false, code: 'timeout', retryable: true };

describe.concurrent('a page', () => {
  test.each<[string, object]>([
    ['loop', late],
    ['loop-later', opened],
    ['pop-up', { ...opened, popups: [expect.stringMatching(/^p-\d+$/)] }],
    ['pop-ups', late],
    ['pop-ups-forever', opened],
    ['alerts', late],
    ['alerts-later', restless],
    ['leaving', opened],
    // What is first, the document that is told of or the next one that is written.
    ['writing', { code: expect.stringMatching(/^(?:ok|timeout)$/) }],
    ['refresh', opened],
    ['history', opened],
    ['hash', opened],
    ['title', { ...opened, title: expect.stringMatching(/^x{199}…$/) }],
    ['away', { retryable: expect.any(Boolean) }],
    ['away-at-once', late],
    ['closing-later', opened],
    ['print', opened],
    ['chooser', opened],
    ['permissions', opened],
    ['to-download', { ok: false, code: 'download_blocked', retryable: false }],
    ['to-blob', { ok: false, code: 'url_blocked', retryable: false }],
    ['to-data', opened],
    ['to-script', late],
    ['to-file', opened],
    ['to-chrome', opened],
    ['to-blank', { ok: false, code: 'url_blocked', retryable: false }],
    ['frames', opened],
    ['elements', { ok: true }],
    ['drip', late],
  ])('/%s', async (name, expected) => {
    const env = await adapter.prepared({ purpose: name });
    const { call } = adapter;
    const answer = await call('open_page', { ...env, url: `${site.origin}/${name}`, timeout: SOON });
    expect(answer).toMatchObject(expected);
    // Not what a browser or its driver says, and nothing of the page's.
    expect(String(answer.message ?? '')).not.toMatch(/net::|page\.|Timeout \d|Hostile/);
    if (answer.ok) {
      const looked = await call('extract_text', { ...env, page_id: answer.page_id });
      expect(looked.code).toMatch(/^(?:ok|timeout|page_closed|page_failed|page_not_found|target_not_found)$/);
    }
    expect(await call('open_page', { ...env, url: `${site.origin}/plain`, timeout: 60 })).toMatchObject({ ok: true, title: 'Plain' });
    expect(await call('list_environments', { purpose: name })).toMatchObject({ items: [{ pages: expect.any(Number) }] });
    expect(await call('release_environment', env)).toMatchObject({ released: true });
    const next = await adapter.prepared({ purpose: name });
    expect(await call('list_environments', { task_id: next.task_id })).toMatchObject({ items: [{ pages: 0 }] });
    expect(await call('extract_text', next)).toMatchObject({ code: 'page_not_found' });
    await call('release_environment', { ...next, keep_state: false });
  });
});
