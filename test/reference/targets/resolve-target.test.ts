import { describe, expect, test } from 'vitest';
import { findDrift } from '../../../src/reference/targets/drift.ts';
import { findItem, mustBeSame } from '../../../src/reference/targets/list-item.ts';
import { locate, wordsOf } from '../../../src/reference/targets/locate.ts';
import { presenceOf } from '../../../src/reference/targets/presence.ts';
import { resolveTarget } from '../../../src/reference/targets/resolve-target.ts';
import type { ListEntry, LocatorSpec, PageMap } from '../../../src/reference/targets/target-map.ts';
import { servedPages } from '../reading/served-pages.ts';

const served = servedPages();

const mapOf = (targets: Record<string, LocatorSpec[]>, lists: PageMap['lists'] = {}): PageMap => ({
  path: '/**',
  targets: Object.fromEntries(Object.entries(targets).map(([name, locators]) => [name, { kind: 'button', locators }])),
  lists,
});

const FORM = `<button>Log in</button><button>Log in again</button><label>User <input placeholder="your name" data-testid=user></label>
<p>Welcome back</p><p>Welcome</p><a href=# id=home>Home</a>`;

describe('a locator', () => {
  test.each<[string, LocatorSpec, number]>([
    ['a role and the whole name', { role: 'button', name: 'Log in' }, 1],
    ['a part of a name is none', { role: 'button', name: 'Log' }, 0],
    ['a name in other letters is none', { role: 'button', name: 'log in' }, 0],
    ['a regular expression finds parts', { role: 'button', name: '/log ?in/i' }, 2],
    ['a role alone', { role: 'button' }, 2],
    ['a label', { label: 'User' }, 1],
    ['a placeholder', { placeholder: '/^YOUR/i' }, 1],
    ['a test id', { testid: 'user' }, 1],
    ['the whole text', { text: 'Welcome' }, 1],
    ['a part of a text', { text: '/^welcome/i' }, 2],
    ['CSS', { css: 'a#home' }, 1],
  ])('%s', async (_, spec, count) => {
    const page = await served.show(FORM);
    expect(await locate(page, spec).count()).toBe(count);
  });

  test('its words name the way and its place', () => {
    expect(wordsOf({ role: 'button', name: 'Save' }, 0, [{ role: 'button' }, { css: 'a' }, { css: 'b' }])).toBe('role=button (1 of 3)');
    expect(wordsOf({ css: 'x'.repeat(500) }, 1, [{ css: 'a' }, { css: 'b' }])).toMatch(/^css=x{80}… \(2 of 2\)$/);
  });
});

describe('a target', () => {
  test.each<[string, LocatorSpec[], number]>([
    [
      'the first that resolves to exactly one',
      [{ css: '.gone' }, { role: 'button' }, { role: 'button', name: 'Log in' }, { css: '#home' }],
      2,
    ],
    ['past one that is no selector', [{ css: 'a:foo' }, { css: '#[' }, { css: '#home' }], 2],
  ])('%s wins', async (_, locators, used) => {
    const page = await served.show(FORM);
    const found = await resolveTarget(page, mapOf({ save: locators }), 'save');
    expect(found).toMatchObject({ used, spec: locators[used] });
    expect(await found.locator.count()).toBe(1);
  });

  test('found by none, by several, unknown, without a map', async () => {
    const page = await served.show(FORM);
    const map = mapOf({ gone: [{ css: '.gone' }], twins: [{ css: '.gone' }, { role: 'button' }] });
    await expect(resolveTarget(page, map, 'gone')).rejects.toMatchObject({ code: 'target_not_found', retryable: false });
    await expect(resolveTarget(page, map, 'twins')).rejects.toMatchObject({ code: 'target_ambiguous', data: { count: 2 } });
    await expect(resolveTarget(page, map, 'constructor')).rejects.toMatchObject({ code: 'unknown_target' });
    await expect(resolveTarget(page, null, 'gone')).rejects.toMatchObject({ code: 'map_missing' });
  });

  test('an unknown name is told with the ten nearest ones, the nearest first', async () => {
    const page = await served.show(FORM);
    const names = Array.from({ length: 12 }, (_, index) => `other thing ${index}`);
    const map = mapOf(Object.fromEntries([...names, 'save button'].map((name) => [name, [{ css: 'a' }]])));
    const refusal = resolveTarget(page, map, 'save buton');
    await expect(refusal).rejects.toThrow('known here: "save button", "other thing');
    await expect(refusal).rejects.toThrow('and 3 more');
  });

  test('is waited for', async () => {
    const page = await served.show('<script>setTimeout(() => document.body.append(document.createElement("main")), 300)</script>');
    const found = await resolveTarget(page, mapOf({ main: [{ css: 'main' }] }), 'main', { waitMs: 30_000 });
    expect(found.used).toBe(0);
  });

  test.each([
    ['<button>A</button>', { present: true, actionable: true }],
    ['<button disabled>A</button>', { present: true, actionable: false }],
    ['<button style="visibility:hidden" data-testid=a>A</button>', { present: true, actionable: false }],
    ['<p>A</p>', { present: false, actionable: false }],
    ['<button>A</button><button>B</button>', { present: false, actionable: false }],
  ])('%s is there: %j', async (html, seen) => {
    const page = await served.show(html);
    expect(await presenceOf(page, { kind: 'button', locators: [{ testid: 'a' }, { css: 'button' }] })).toEqual(seen);
  });
});

const LIST: ListEntry = {
  items: [{ testid: 'row' }, { css: 'li' }],
  key: 'id',
  fields: { id: { css: 'b' }, total: { css: '.total' } },
  delete: [{ role: 'button', name: 'Delete' }, { css: 'button' }],
};
const ROWS = '<ul><li><b>A-1</b> North <button>Delete</button></li><li><b>A-2</b> South <button>Delete</button></li></ul>';

test('drift: what the map finds as before, by a later locator, not at all, or several times', async () => {
  const page = await served.show(FORM + ROWS);
  const map = mapOf(
    {
      home: [{ css: '#home' }],
      user: [{ testid: 'usr' }, { label: 'User' }],
      gone: [{ css: '.gone' }, { css: '#[' }],
      twins: [{ css: '.gone' }, { css: 'p' }],
    },
    { orders: LIST, empty: { ...LIST, items: [{ css: 'tr' }] } },
  );
  expect(await findDrift(page, map)).toEqual([
    { name: 'home', state: 'ok', used: 0, counts: [1] },
    { name: 'user', state: 'later-locator', used: 1, counts: [0, 1] },
    { name: 'gone', state: 'missing', used: null, counts: [0, null] },
    { name: 'twins', state: 'ambiguous', used: null, counts: [0, 2] },
    { name: 'orders', state: 'later-locator', used: 1, counts: [0, 2] },
    { name: 'orders.id', state: 'ok', used: 0, counts: [1] },
    { name: 'orders.total', state: 'missing', used: null, counts: [0] },
    { name: 'orders.delete', state: 'ok', used: 0, counts: [1] },
    { name: 'empty', state: 'missing', used: null, counts: [0] },
  ]);
});

describe('an item that was found is looked at again right before it is deleted', () => {
  const wish = { list: 'orders', key: 'A-1', expectText: 'North' };

  test('and is the same when nothing has changed', async () => {
    const page = await served.show(ROWS);
    await expect(mustBeSame(await findItem(page, LIST, wish), LIST, wish)).resolves.toBeUndefined();
  });

  test.each([
    ['another item came before it', `document.querySelector('ul').prepend(document.querySelectorAll('li')[1])`],
    ['its place was taken by another one', `document.querySelector('li').replaceWith(document.querySelectorAll('li')[1])`],
    ['its element shows another one now', `document.querySelector('b').textContent = 'A-7'`],
    ['its text is another one', `document.querySelector('li').lastChild.previousSibling.textContent = ' South '`],
    ['its button went into another item', `document.querySelectorAll('li')[1].append(document.querySelector('button'))`],
  ])('and is refused when %s', async (_, change) => {
    const page = await served.show(ROWS);
    const item = await findItem(page, LIST, wish);
    await page.evaluate(change);
    await expect(mustBeSame(item, LIST, wish)).rejects.toMatchObject({ code: 'item_not_found', retryable: true });
  });
});
