import { describe, expect, test } from 'vitest';
import { writeStage } from './write-stage.ts';

const stage = writeStage({
  targets: `
format: mcp-adapter/targets@1
pages:
  - path: /plain
    targets: {}
    lists:
      orders: { items: [{ css: li }], key: id, fields: { id: { css: b } } }
  - path: /**
    targets: {}
    lists:
      orders:
        items: [{ testid: row }, { css: li }]
        key: id
        fields: { id: { css: b }, link: { css: a, attribute: href } }
        delete: [{ testid: remove }, { role: button, name: "/^delete/i" }]
        confirm: [{ role: button, name: Really }]
  - path: /unasked
    targets: {}
    lists: {}
`,
});

const item = (id: string, text: string, button = 'ask(this)') =>
  `<li><b>${id}</b> ${text} <button onclick="${button}">Delete</button></li>`;
const SCRIPT = `<script>
  window.gone = [];
  const ask = (button) => {
    window.asked = button.closest('li');
    document.querySelector('dialog').showModal();
  };
  const really = () => {
    gone.push(asked.querySelector('b').textContent);
    document.querySelector('dialog').close();
    setTimeout(() => asked.remove(), 200);
  };
</script><dialog><button onclick="really()">Really</button><button>No</button></dialog>`;
const ORDERS = `<ul>${item('A-1', 'Bakery North')}${item('A-10', 'Bakery South')}${item('A-2', 'Florist <i style="display:none">Bakery</i>')}</ul>${SCRIPT}`;
const wish = { list: 'orders', key: 'A-1', expect_text: 'Bakery North' };

describe('the item that is meant', () => {
  test('is deleted and confirmed, once for each step', async () => {
    const { call, grant, page } = await stage.open('/orders', ORDERS);
    await grant(['delete_item'], [stage.origin]);
    expect(await call('delete_item', wish, 'once')).toMatchObject({ ok: true, deleted: true, key: 'A-1' });
    expect(await call('delete_item', wish, 'once')).toMatchObject({ ok: true, deleted: true, replayed: true });
    expect(await page().evaluate('gone')).toEqual(['A-1']);
    expect(await call('delete_item', wish)).toMatchObject({ code: 'item_not_found' });
  });

  test('needs a grant that names delete_item', async () => {
    const { call, grant, page } = await stage.open('/orders', ORDERS);
    await grant(['click', 'submit', 'fill']);
    expect(await call('delete_item', wish)).toMatchObject({ code: 'write_not_enabled' });
    expect(await page().evaluate('gone')).toEqual([]);
  });
});

describe('nothing is deleted', () => {
  test.each([
    ['no item has the key', { key: 'A-3' }, 'item_not_found'],
    ['the key is only the beginning of one', { key: 'A-' }, 'item_not_found'],
    ['the item shows another text', { expect_text: 'Bakery South' }, 'confirmation_mismatch'],
    ['the text is there but hidden', { key: 'A-2', expect_text: 'Bakery' }, 'confirmation_mismatch'],
    ['there is no such list', { list: 'order' }, 'unknown_target'],
  ])('when %s', async (_, over, code) => {
    const { call, grant, page } = await stage.open('/orders', ORDERS);
    await grant(['delete_item']);
    expect(await call('delete_item', { ...wish, ...over })).toMatchObject({ ok: false, code, retryable: false });
    expect(await page().evaluate('gone')).toEqual([]);
  });

  test('when two items have the key', async () => {
    const { call, grant, page } = await stage.open('/twice', `${item('A-1', 'Bakery North')}${item('A-1', 'Bakery North')}${SCRIPT}`);
    await grant(['delete_item']);
    expect(await call('delete_item', wish)).toMatchObject({ code: 'target_ambiguous', count: 2 });
    expect(await page().evaluate('gone')).toEqual([]);
  });

  test('when the map does not say how', async () => {
    const { call, grant } = await stage.open('/plain', ORDERS);
    await grant(['delete_item']);
    expect(await call('delete_item', wish)).toMatchObject({ code: 'map_missing' });
  });
});

describe('nobody knows whether it was deleted', () => {
  test('when the page deletes at once, though the map says that it asks', async () => {
    const left = new Set(['A-1', 'A-2']);
    const row = (id: string) => `<li><form method=post action="/remove?${id}"><b>${id}</b> <button>Delete</button></form></li>`;
    stage.pages.set('/list', () => ({ status: 200, html: `${[...left].map(row).join('')}<button hidden>Really</button>` }));
    stage.pages.set('/remove', ({ url = '' }) => {
      left.delete(url.slice(url.indexOf('?') + 1));
      return { status: 303, location: '/list' };
    });
    const { call, grant } = await stage.open('/list');
    await grant(['delete_item']);
    expect(await call('delete_item', { ...wish, expect_text: 'A-1' })).toMatchObject({ code: 'outcome_unknown', retryable: false });
    expect([...left]).toEqual(['A-2']);
  });

  test.each([
    [
      'the item is still there',
      '/stays',
      `${item('A-1', 'Bakery North', "document.querySelector('dialog').showModal()")}<dialog><button>Really</button></dialog>`,
    ],
    ['the confirmation cannot be clicked', '/dead', `${item('A-1', 'Bakery North', 'void 0')}<button disabled>Really</button>`],
  ])('when %s', async (_, path, html) => {
    const { call, grant } = await stage.open(path, html);
    await grant(['delete_item']);
    const answer = await call('delete_item', wish, 'once');
    expect(answer).toMatchObject({ ok: false, code: 'outcome_unknown', retryable: false });
    expect(await call('delete_item', wish, 'once')).toMatchObject({ code: 'outcome_unknown', replayed: true });
  });

  test('when the site answers with an error', async () => {
    stage.pages.set('/fails', () => ({ status: 500, html: 'broken' }));
    const html = `<li><b>A-1</b> Bakery North <button onclick="document.querySelector('form').hidden = false">Delete</button></li><form hidden method=post action=/fails><button>Really</button></form>`;
    const { call, grant } = await stage.open('/orders', html);
    await grant(['delete_item']);
    expect(await call('delete_item', wish)).toMatchObject({ code: 'outcome_unknown', retryable: false });
    expect(stage.posts.filter((post) => post.includes('/fails'))).toHaveLength(1);
  });
});
