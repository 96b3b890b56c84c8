import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Running, running } from '../guard/servers.ts';
import { writeStage } from '../tools/write-stage.ts';

const stage = writeStage({
  targets: `
format: mcp-adapter/targets@1
pages:
  - path: /**
    targets:
      link: { kind: link, locators: [{ css: "#link" }] }
      form: { kind: form, locators: [{ css: form }] }
      name: { kind: field, locators: [{ css: "#name" }] }
    lists:
      orders:
        items: [{ css: li }]
        key: id
        fields: { id: { css: b } }
        next: [{ css: "a[rel=next]" }]
        delete: [{ css: "#delete" }]
`,
});

/** On 127.0.0.9: never to be reached. */
let hidden: Running;
beforeAll(async () => {
  hidden = await running(
    createServer((_, response) => response.end('<title>reached</title>')),
    '127.0.0.9',
  );
});
afterAll(async () => {
  expect(hidden.seen).toBe(0);
  await hidden.close();
});
const url = (path = '/') => `http://${hidden.host}${path}`;
/** A path of the site that redirects to the private host. */
const redirect = (path: string) => {
  stage.pages.set(path, () => ({ status: 302, location: url() }));
  return path;
};

test.each([
  ['a link', 'click', () => `<a id=link href="${url()}">go</a>`],
  ['a link that redirects', 'click', () => `<a id=link href="${redirect('/away')}">go</a>`],
  ['a script', 'click', () => `<a id=link href="#" onclick="setTimeout(() => location = '${url()}')">go</a>`],
  ['a form', 'submit', () => `<form method=post action="${url()}"><button>go</button></form>`],
  ['a form that redirects', 'submit', () => `<form action="${redirect('/away')}"><button>go</button></form>`],
])('%s to a private host is told as blocked, and not followed', async (_what, tool, html) => {
  const { call, grant } = await stage.open('/leave', html());
  await grant(['click', 'submit']);
  const answer = await call(tool, { target: tool === 'click' ? 'link' : 'form' });
  expect(answer).toMatchObject({ ok: true, blocked: true });
  expect(hidden.seen).toBe(0);
});

test('a window that a click opens, a field that leads away while it is filled and an item that does while it is deleted reach none', async () => {
  const { call, read, grant } = await stage.open(
    '/more',
    `<a id=link target=_blank href="${url()}">go</a><input id=name oninput="location = '${url()}'">`,
  );
  await grant(['click', 'fill', 'delete_item']);
  await call('click', { target: 'link' });
  await call('fill', { target: 'name', value: 'Ada' });
  // It leaves in its own time.
  await vi.waitFor(async () => expect(await read('extract_text')).toMatchObject({ ok: false }), { timeout: 10_000 });
  const list = await stage.open('/list', `<ul><li><b>A-1</b> Ada <button id=delete onclick="location = '${url()}'">x</button></ul>`);
  await list.grant(['delete_item']);
  expect(await list.call('delete_item', { list: 'orders', key: 'A-1', expect_text: 'Ada' })).toMatchObject({ code: 'outcome_unknown' });
  expect(hidden.seen).toBe(0);
});

test.each([
  ['a next page there', () => url(), { ok: true, stopped_by: 'no_next' }],
  ['a next page that redirects there', () => redirect('/next'), { ok: false, code: 'url_blocked' }],
  ['a next page with a user in front', () => `http://127.0.0.1@${hidden.host}/`, { ok: true, stopped_by: 'no_next' }],
])('%s is not read', async (_what, next, expected) => {
  const { read } = await stage.open('/pages', `<ul><li><b>A-1</b></ul><a rel=next href="${next()}">next</a>`);
  expect(await read('list_items', { list: 'orders', max_pages: 3 })).toMatchObject(expected);
  expect(hidden.seen).toBe(0);
});

test('a cursor that somebody made up leads to no private host and to no other site', async () => {
  const { read } = await stage.open('/pages', '<ul><li><b>A-1</b></ul>');
  for (const place of [
    url(),
    `${stage.origin}@${hidden.host}/`,
    'file:///etc/hostname',
    '//x',
    `${stage.origin.replace('127.0.0.1', 'localhost')}/`,
  ]) {
    const cursor = Buffer.from(JSON.stringify({ list: 'orders', url: place, index: 0 })).toString('base64url');
    expect([place, (await read('list_items', { list: 'orders', cursor })).code]).toEqual([place, 'invalid_cursor']);
  }
  expect(hidden.seen).toBe(0);
});
