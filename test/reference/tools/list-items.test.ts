import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReadingStage, SECRET, setReadingStage } from './reading-stage.ts';

let stage: ReadingStage;
beforeAll(async () => {
  const rows = { items: [{ css: 'li' }], key: 'id', fields: { id: { css: 'b' }, note: { css: 'span' } }, next: [{ css: 'a.next' }] };
  stage = await setReadingStage({ path: '/**', targets: {}, lists: { rows, other: rows } });
});
beforeEach(() => {
  stage.pages.clear();
  stage.asked.length = 0;
});
afterAll(() => stage.close());

const rowsOf = (ids: readonly (string | number)[], note = 'n') => ids.map((id) => `<li><b>${id}</b> <span>${note}</span></li>`).join('');
const linkTo = (href: string) => `<a class="next" href="${href}">next</a>`;
const ids = (answer: Record<string, unknown>) => (Array.isArray(answer.items) ? answer.items.map(({ id }) => id) : null);
const list = (args: object = {}) => stage.call('list_items', { list: 'rows', ...args });

/** `/1` to `/count`, each with two rows and a link to the next. */
async function book(count: number, over: Record<string, string> = {}): Promise<string> {
  for (let page = 1; page <= count; page++)
    stage.pages.set(`/${page}`, rowsOf([page * 2 - 1, page * 2]) + (page < count ? linkTo(`/${page + 1}`) : ''));
  for (const [path, html] of Object.entries(over)) stage.pages.set(path, html);
  return stage.open(`${stage.own}/1`);
}

test('the 30 orders of the fixture site are read over its three pages, and the page stays at the first', async () => {
  const id = await stage.open(`${stage.world.url}/orders.html`);
  const before = stage.allPages().length;
  const answer = await stage.call('list_items', { list: 'orders', max_pages: 10 });
  expect(answer).toMatchObject({ ok: true, count: 30, truncated: false, pages_visited: 3, stopped_by: 'no_next', untrusted: true });
  expect(ids(answer)).toEqual(Array.from({ length: 30 }, (_, index) => `A-${1001 + index}`));
  expect(answer).not.toHaveProperty('next_cursor');
  expect(stage.pageOf(id).url()).toBe(`${stage.world.url}/orders.html`);
  expect(stage.allPages()).toHaveLength(before);
});

test('only the page itself is read unless more are asked for, as it is now and without a request', async () => {
  const id = await book(3);
  await stage.pageOf(id).evaluate('document.querySelector("b").textContent = "changed"');
  stage.asked.length = 0;
  const answer = await list();
  expect(answer).toMatchObject({ count: 2, pages_visited: 1, stopped_by: 'max_pages', truncated: true, source_url: `${stage.own}/1` });
  expect(ids(answer)).toEqual(['changed', '2']);
  expect(stage.asked).toEqual([]);
});

test('next pages are asked for by GET, once each, and nothing is clicked', async () => {
  const clicks = '<script>addEventListener("click", () => fetch("/clicked", { method: "POST" }), true)</script>';
  await book(3, { '/2': clicks + rowsOf([3, 4]) + linkTo('/3') });
  stage.asked.length = 0;
  expect(ids(await list({ max_pages: 10 }))).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(stage.asked.filter((each) => !each.includes('favicon'))).toEqual(['GET /2', 'GET /3']);
});

test('cursors lead through the whole list, in the middle of pages too, without a gap or a repetition', async () => {
  await book(4);
  const seen: unknown[] = [];
  let cursor: unknown;
  for (let calls = 0; calls < 10; calls++) {
    const answer = await list({ max_items: 3, max_pages: 2, ...(cursor === undefined ? {} : { cursor }) });
    expect(answer).toMatchObject({ ok: true, truncated: answer.next_cursor !== undefined });
    seen.push(...(ids(answer) ?? []));
    cursor = answer.next_cursor;
    if (cursor === undefined) break;
  }
  expect(seen).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});

test('as many items as there are is not truncated, and one fewer is', async () => {
  await book(1);
  expect(await list({ max_items: 2 })).toMatchObject({ count: 2, truncated: false, stopped_by: 'no_next' });
  expect(await list({ max_items: 1 })).toMatchObject({
    count: 1,
    truncated: true,
    stopped_by: 'max_items',
    next_cursor: expect.any(String),
  });
});

test('a list without items is empty, and that is no failure', async () => {
  await stage.show('<ul></ul>');
  expect(await list()).toMatchObject({ ok: true, items: [], count: 0, truncated: false, stopped_by: 'no_next' });
});

test('pages that lead in a circle are read once around', async () => {
  await book(3, { '/3': rowsOf([5, 6]) + linkTo('/1#top') });
  const answer = await list({ max_pages: 10 });
  expect(answer).toMatchObject({ ok: true, stopped_by: 'repeat_page', pages_visited: 3, truncated: false });
  expect(ids(answer)).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('a next page that sends back to one that was read ends the reading', async () => {
  await book(2, { '/2': `${stage.own}/1` });
  expect(await list({ max_pages: 10 })).toMatchObject({ ok: true, count: 2, stopped_by: 'repeat_page', pages_visited: 1 });
});

test('a circle without any item is told as such', async () => {
  await book(2, { '/1': linkTo('/2'), '/2': linkTo('/1') });
  expect(await list({ max_pages: 10 })).toMatchObject({ ok: false, code: 'paging_loop', retryable: false });
});

test.each([
  ['to another site', 'http://127.0.0.9:9/2'],
  ['to a script', 'javascript:void(0)'],
  ['to a mail', 'mailto:a@shop.example'],
  ['nowhere', ''],
])('a link that leads %s is not followed', async (_, href) => {
  await book(1, { '/1': rowsOf([1, 2]) + (href ? linkTo(href) : '<a class="next">next</a>') });
  const before = stage.world.private.hits();
  expect(await list({ max_pages: 10 })).toMatchObject({ ok: true, count: 2, stopped_by: 'no_next', pages_visited: 1 });
  expect(stage.world.private.hits()).toBe(before);
});

test('a link that is switched off is not followed, and the same link above and below the list is one', async () => {
  await book(2, {
    '/2': `${rowsOf([3, 4])}<a class="next" aria-disabled="true" href="/1">next</a>`,
    '/1': linkTo('/2') + rowsOf([1, 2]) + linkTo('/2'),
  });
  expect(await list({ max_pages: 10 })).toMatchObject({ ok: true, count: 4, stopped_by: 'no_next', pages_visited: 2 });
});

test('links to different next pages cannot be told apart', async () => {
  await book(1, { '/1': linkTo('/2') + rowsOf([1]) + linkTo('/3') });
  expect(await list({ max_pages: 10 })).toMatchObject({ ok: false, code: 'target_ambiguous', count: 2 });
});

test('a next page that leads to another site is refused, and nothing is asked for there', async () => {
  await book(2, { '/2': `${stage.world.private.url}/` });
  const before = stage.world.private.hits();
  expect(await list({ max_pages: 10 })).toMatchObject({ ok: false, code: 'url_blocked', retryable: false });
  expect(stage.world.private.hits()).toBe(before);
});

test('a next page that is not there is told with its status, and the page beside is closed', async () => {
  await book(1, { '/1': rowsOf([1, 2]) + linkTo('/404') });
  const before = stage.allPages().length;
  expect(await list({ max_pages: 10 })).toMatchObject({ ok: false, code: 'http_error', http_status: 404 });
  expect(stage.allPages()).toHaveLength(before);
});

test('a next page that never answers ends the reading when the time is up, and the cursor leads there', async () => {
  await book(2, { '/2': 'never' });
  const answer = await list({ max_pages: 10 });
  expect(answer).toMatchObject({ ok: true, count: 2, stopped_by: 'time', truncated: true });
  stage.pages.set('/2', rowsOf([3, 4]));
  expect(ids(await list({ cursor: answer.next_cursor }))).toEqual(['3', '4']);
});

test('cookies hold on the next pages', async () => {
  const id = await book(2, { '/2': '<script>document.write("<li><b>" + document.cookie + "</b></li>")</script>' });
  await stage.pageOf(id).evaluate('document.cookie = "who=me"');
  expect(ids(await list({ max_pages: 2 }))).toEqual(['1', '2', 'who=me']);
});

const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
test.each([
  ['that is no JSON', () => 'abc'],
  ['of another list', () => cursorOf({ list: 'other', url: `${stage.own}/1`, index: 0 })],
  ['to another site', () => cursorOf({ list: 'rows', url: `${stage.world.url}/orders.html`, index: 0 })],
  ['to a private host', () => cursorOf({ list: 'rows', url: stage.world.private.url, index: 0 })],
  ['to a file', () => cursorOf({ list: 'rows', url: 'file:///etc/hostname', index: 0 })],
  ['with a user in its address', () => cursorOf({ list: 'rows', url: stage.own.replace('//', '//a:b@'), index: 0 })],
  ['without an address', () => cursorOf({ list: 'rows', index: 0 })],
  ['with half an index', () => cursorOf({ list: 'rows', url: `${stage.own}/1`, index: 0.5 })],
  ['with an index below zero', () => cursorOf({ list: 'rows', url: `${stage.own}/1`, index: -1 })],
])('a cursor %s is refused', async (_, cursor) => {
  await book(1);
  stage.asked.length = 0;
  expect(await list({ cursor: cursor() })).toMatchObject({ ok: false, code: 'invalid_cursor', retryable: false });
  expect(stage.asked).toEqual([]);
});

test('a cursor that is too long or has other characters never comes to the page', async () => {
  await book(1);
  for (const cursor of ['a'.repeat(2_049), 'a b', ''])
    expect(await list({ cursor })).toMatchObject({ ok: false, code: 'invalid_arguments' });
});

test('a cursor behind the last item gives nothing, and ends', async () => {
  await book(1);
  const cursor = cursorOf({ list: 'rows', url: `${stage.own}/1`, index: 50 });
  expect(await list({ cursor })).toMatchObject({ ok: true, count: 0, truncated: false, stopped_by: 'no_next' });
});

test('items that are too many for an answer stand in a file, all of them', async () => {
  await stage.show(
    `<ul>${rowsOf(
      Array.from({ length: 150 }, (_, index) => `row-${index}`),
      'x'.repeat(600),
    )}</ul>`,
  );
  const answer = await list({ max_items: 200 });
  expect(answer).toMatchObject({
    ok: true,
    truncated: true,
    stopped_by: 'no_next',
    file_items: 150,
    count: Array.isArray(answer.items) && answer.items.length,
  });
  expect(Buffer.byteLength(JSON.stringify(answer.items))).toBeLessThanOrEqual(32 * 1024);
  expect(Number(answer.count)).toBeGreaterThan(50);
  const kept = JSON.parse(readFileSync(String(answer.file), 'utf8'));
  expect(kept).toMatchObject({ list: 'rows', source_url: `${stage.own}/`, untrusted: true });
  expect(kept.items.map(({ id }: { id: string }) => id)).toEqual(Array.from({ length: 150 }, (_, index) => `row-${index}`));
  expect(kept.items[0].note).toBe(`${'x'.repeat(499)}…`);
});

test('a credential in a field is hidden, also where invisible characters stand in it or the field ends within it', async () => {
  const note = `${'x'.repeat(490)} ${SECRET}`;
  await stage.show(`<li><b>${[...SECRET].join('\u200b')}</b><span>${note}</span></li>`);
  const answer = await list();
  expect(ids(answer)).toEqual(['[own-site]']);
  expect(JSON.stringify(answer)).not.toContain('king');
});

test('a list that the map does not know is refused with those that it knows', async () => {
  await book(1);
  const answer = await list({ list: 'row' });
  expect(answer).toMatchObject({ ok: false, code: 'unknown_target', retryable: false });
  expect(answer.message).toContain('"rows"');
});

test('a page that wants to see a human among the next ones stops the reading', async () => {
  await book(2, { '/2': '<title>Just a moment...</title>' });
  expect(await list({ max_pages: 2 })).toMatchObject({ ok: false, code: 'human_verification_required', retryable: false });
});
