import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readRows, readText } from '../../../src/reference/reading/read-visible.ts';
import { servedPages } from './served-pages.ts';

const site = servedPages();
const textOf = async (page: Page) => (await readText(page.locator(':root'))).text;

test.each([
  ['display: none', '<p style="display:none">TRICK</p>'],
  ['display: none further out', '<div style="display:none"><div><p>TRICK</p></div></div>'],
  ['the attribute hidden', '<p hidden>TRICK</p>'],
  ['visibility: hidden', '<p style="visibility:hidden">TRICK</p>'],
  ['visibility: collapse', '<table><tr style="visibility:collapse"><td>TRICK</table>'],
  ['opacity 0', '<p style="opacity:0">TRICK</p>'],
  ['opacity 0 further out', '<div style="opacity:0"><p style="opacity:1">TRICK</p></div>'],
  ['very little opacity in two steps', '<div style="opacity:.2"><p style="opacity:.2">TRICK</p></div>'],
  ['a filter', '<p style="filter:opacity(0)">TRICK</p>'],
  ['a place to the left of the page', '<p style="position:absolute;left:-9999px">TRICK</p>'],
  ['a place above the page', '<p style="position:absolute;top:-9999px">TRICK</p>'],
  ['a fixed place to the right of the window', '<p style="position:fixed;left:99999px">TRICK</p>'],
  ['a move to the left', '<p style="transform:translateX(-9999px)">TRICK</p>'],
  ['a negative indent', '<p style="text-indent:-9999px;white-space:nowrap">TRICK</p>'],
  ['a negative margin', '<p style="margin-left:-9999px;width:200px">TRICK</p>'],
  ['letters of no size', '<p style="font-size:0">TRICK</p>'],
  ['letters of one pixel', '<p style="font-size:1px">TRICK</p>'],
  ['a scale of nothing', '<p style="transform:scale(0.001)">TRICK</p>'],
  ['a box of no height', '<div style="height:0;overflow:hidden"><p>TRICK</p></div>'],
  ['a box of one pixel', '<span style="position:absolute;width:1px;height:1px;overflow:hidden">TRICK</span>'],
  ['a box of no height that scrolls', '<div style="height:0;overflow:auto"><p>TRICK</p></div>'],
  [
    'a place outside of a box that cuts',
    '<div style="height:20px;overflow:hidden;position:relative"><p style="position:absolute;top:40px">TRICK</p></div>',
  ],
  ['clip', '<p style="position:absolute;clip:rect(0,0,0,0)">TRICK</p>'],
  ['clip-path inset', '<p style="clip-path:inset(50%)">TRICK</p>'],
  ['clip-path circle', '<p style="clip-path:circle(0)">TRICK</p>'],
  ['content-visibility', '<div style="content-visibility:hidden"><p>TRICK</p></div>'],
  ['closed details', '<details><summary>more</summary><p>TRICK</p></details>'],
  ['a comment', '<!-- TRICK -->'],
  ['a script', '<script type="text/plain">TRICK</script>'],
  ['a style', '<style>/* TRICK */</style>'],
  ['noscript', '<noscript>TRICK</noscript>'],
  ['a template', '<template><p>TRICK</p></template>'],
  ['an attribute', '<p title="TRICK" aria-label="TRICK" data-note="TRICK">x</p><img alt="TRICK">'],
  ['a hidden field', '<input type="hidden" value="TRICK">'],
  ['a password field', '<input type="password" value="TRICK">'],
  ['a password shown as text', '<input type="text" autocomplete="current-password" value="TRICK">'],
  ['a choice that was not chosen', '<select><option>one<option>TRICK</select>'],
  ['a frame without height', '<iframe height="0" srcdoc="TRICK" style="border:0"></iframe>'],
])('text hidden by %s is not read', async (_, html) => {
  const page = await site.show(`<p>before</p>${html}<p>after</p>`);
  const text = await textOf(page);
  expect(text).not.toContain('TRICK');
  expect(text).toMatch(/^before\n(.*\n)*after$/);
});

test.each([
  ['plain text', 'TEXT'],
  ['a visible part of something that is not visible', '<div style="visibility:hidden"><p style="visibility:visible">TEXT</p></div>'],
  ['text half transparent', '<p style="opacity:.5">TEXT</p>'],
  ['text that is hidden from screen readers only', '<p aria-hidden="true">TEXT</p>'],
  ['text far down the page', '<div style="height:9000px"></div><p>TEXT</p>'],
  ['text that scrolling a box brings into it', '<div style="height:30px;overflow:auto"><div style="height:900px"></div>TEXT</div>'],
  [
    'text in a box that was scrolled on',
    '<div id="box" style="height:30px;overflow:auto">TEXT<div style="height:900px"></div></div><script>box.scrollTop = 500</script>',
  ],
  [
    'a menu that stands outside of a box that cuts',
    '<div style="height:20px;overflow:hidden"><p style="position:absolute;top:300px">TEXT</p></div>',
  ],
  ['text in a box without a box', '<div style="display:contents">TEXT</div>'],
  ['text in a page that writes from right to left', '<div dir="rtl" style="width:200px;overflow:auto;white-space:nowrap">TEXT</div>'],
  ['open details', '<details open><summary>more</summary><p>TEXT</p></details>'],
  ['what was chosen', '<select><option>one<option selected>TEXT</select>'],
  ['what stands in a field', '<input value="TEXT">'],
  ['what stands in a field of lines', '<textarea>TEXT</textarea>'],
  ['the label of a button', '<button>TEXT</button>'],
  ['text in a frame of the same origin', '<iframe srcdoc="<p>TEXT</p>"></iframe>'],
  ['text in an open shadow root', '<div id="host"></div><script>host.attachShadow({mode:"open"}).innerHTML = "<p>TEXT</p>"</script>'],
  [
    'text in a slot',
    '<div id="host"><b>TEXT</b></div><script>host.attachShadow({mode:"open"}).innerHTML = "<p><slot></slot></p>"</script>',
  ],
  ['text while the page behind it cannot be scrolled', '<style>body{overflow:hidden;height:100vh}</style>TEXT'],
])('%s is read', async (_, html) => {
  const page = await site.show(html);
  await page.frames().at(-1)?.locator('body').waitFor();
  expect(await textOf(page)).toMatch(/^(?:more\n)?TEXT$/);
});

test('text in the colour of its ground is read like other text: this cannot be told', async () => {
  const page = await site.show('<p style="color:#fff;background:#fff">WHITE</p>');
  expect(await textOf(page)).toBe('WHITE');
});

test('characters that nobody sees are taken out', async () => {
  const page = await site.show('<p>pa\u200by \u202eno\u2066w\u00ad \u{e0041}\u{e0042}10\ufeff €</p>');
  expect(await textOf(page)).toBe('pay now 10 €');
});

test('blocks, rows and breaks are lines, cells are words, and blanks are folded', async () => {
  const page = await site.show(`<h1>Orders</h1>
    <p>Two   <b>bold</b>
       words</p><p>a<br>b</p>
    <table><tr><td>A-1</td><td>open</td></tr><tr><td>A-2</td><td>sent</td></tr></table><ul><li>one</li><li>two</li></ul>
    <pre>x  y\n  z</pre>`);
  expect(await textOf(page)).toBe(['Orders', 'Two bold words', 'a', 'b', 'A-1 open', 'A-2 sent', 'one', 'two', 'x y', 'z'].join('\n'));
});

test('one element is read without what is around it, and with what its ancestors hide', async () => {
  const page = await site.show(
    '<p>outside</p><section id="a"><p>inside</p></section><div style="opacity:0"><section id="b">TRICK</section></div>',
  );
  expect((await readText(page.locator('#a'))).text).toBe('inside');
  expect((await readText(page.locator('#b'))).text).toBe('');
});

test('a page of more nodes than can be read is cut, and says so', async () => {
  const page = await site.show(
    '<p>early</p><script>for (let i = 0; i < 60_000; i++) document.body.append(document.createElement("i"))</script><p>late</p>',
  );
  const { text, cut } = await readText(page.locator(':root'));
  expect(cut).toBe(true);
  expect(text).toBe('early');
});

test('a text of 3,000,000 characters is cut at 1,000,000', async () => {
  const page = await site.show('<p id="p"></p><script>p.textContent = "ab ".repeat(1_000_000)</script>');
  const { text, cut } = await readText(page.locator(':root'));
  expect(cut).toBe(true);
  expect(text.length).toBeGreaterThan(999_000);
  expect(text.length).toBeLessThanOrEqual(1_000_000);
});

test('elements 2,000 deep in each other do not end the reading', async () => {
  const page = await site.show(
    '<p>first</p><script>let at = document.body; for (let i = 0; i < 2_000; i++) { const next = document.createElement("i"); at.append(next); at = next } at.textContent = "deep"</script>',
  );
  const { text, cut } = await readText(page.locator('p'));
  expect([text, cut]).toEqual(['first', false]);
});

test('an element that is gone is told of', async () => {
  const page = await site.show('<p>x</p>');
  await expect(readText(page.locator('#nothing'))).rejects.toMatchObject({ code: 'target_not_found', retryable: false });
});

test('fields of items are their visible text or an attribute; what is not there is empty', async () => {
  const page = await site.show(`<ul>
    <li><b>A-1</b> <a href="/orders/1">look<span style="display:none">TRICK</span></a></li>
    <li><b>A-2</b></li><li><b>A-3</b> <a href="/orders/3">look</a></li></ul>`);
  const fields = { id: { css: 'b' }, link: { css: 'a', attribute: 'href' }, words: { css: 'a' }, all: { css: '' }, wrong: { css: '[[' } };
  expect(await readRows(page.locator('li'), fields, 1, 1)).toEqual({
    rows: [{ id: 'A-2', link: '', words: '', all: 'A-2', wrong: '' }],
    total: 3,
    cut: false,
  });
  const { rows } = await readRows(page.locator('li'), fields, 0, 50);
  expect(rows.map(({ id, link, words }) => [id, link, words])).toEqual([
    ['A-1', '/orders/1', 'look'],
    ['A-2', '', ''],
    ['A-3', '/orders/3', 'look'],
  ]);
});

test('a field that is too long is cut by itself, and the next fields are whole', async () => {
  const page = await site.show(
    '<ul><li><p></p><b>A-1</b></li></ul><script>document.querySelector("p").textContent = "x".repeat(5_000)</script>',
  );
  const { rows, cut } = await readRows(page.locator('li'), { long: { css: 'p' }, id: { css: 'b' } }, 0, 50);
  expect(rows).toEqual([{ long: 'x'.repeat(2_000), id: 'A-1' }]);
  expect(cut).toBe(true);
});
