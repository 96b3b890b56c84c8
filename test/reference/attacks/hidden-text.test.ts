import { expect, test } from 'vitest';
import { readRows, readText } from '../../../src/reference/reading/read-visible.ts';
import { servedPages } from '../reading/served-pages.ts';

const site = servedPages();
const textOf = async (html: string) => {
  const page = await site.show(html);
  return (await readText(page.locator(':root'))).text;
};

test.each([
  ['transparent letters', '<p style="color:transparent">TRICK</p>'],
  ['letters that are all but transparent', '<p style="color:rgb(0 0 0 / 3%)">TRICK</p>'],
  ['transparent letters further out', '<div style="color:#0000"><p>TRICK</p></div>'],
  ['letters that are filled with nothing', '<p style="-webkit-text-fill-color:transparent">TRICK</p>'],
  ['letters of two pixels', '<p style="font-size:2px">TRICK</p>'],
  ['a small zoom', '<p style="zoom:0.1">TRICK</p>'],
  ['clip-path inset from one side', '<p style="clip-path:inset(0 100% 0 0)">TRICK</p>'],
  ['clip-path inset in pixels', '<p style="clip-path:inset(9999px)">TRICK</p>'],
  ['clip-path inset from above and below', '<p style="clip-path:inset(60% 0 40%)">TRICK</p>'],
  ['clip-path of an ellipse', '<p style="clip-path:ellipse(0 0)">TRICK</p>'],
  ['clip-path of a small circle', '<p style="clip-path:circle(0.2px at 0 0)">TRICK</p>'],
  ['clip-path of a polygon without an area', '<p style="clip-path:polygon(0 0, 0 0, 0 0, 0 0)">TRICK</p>'],
  [
    'a place to the right of a page that cannot be scrolled there',
    '<style>body{overflow-x:hidden}</style><p style="position:absolute;left:5000px">TRICK</p>',
  ],
  ['the same, said of the whole document', '<style>html{overflow-x:clip}</style><p style="position:absolute;left:5000px">TRICK</p>'],
  ['text of details that are closed, without an element of its own', '<details><summary>more</summary>TRICK</details>'],
  ['what stands in a picture', '<svg width="9" height="9"><title>TRICK</title><desc>TRICK</desc></svg><canvas>TRICK</canvas>'],
  [
    'what is for browsers without video',
    '<video width="200" height="50">TRICK</video><object width="200" height="50" data="data:text/html,x">TRICK</object>',
  ],
  ['a field that shows dots', '<input style="-webkit-text-security:disc" value="TRICK">'],
  [
    'a child that has no place in the shadow of its parent',
    '<div id="h">TRICK</div><script>h.attachShadow({mode:"open"}).innerHTML = "<i>x</i>"</script>',
  ],
])('text hidden by %s is not read', async (_, html) => {
  const text = await textOf(`<p>before</p>${html}<p>after</p>`);
  expect(text).not.toContain('TRICK');
  expect(text).toMatch(/^before\n(.*\n)*after$/);
});

test.each([
  [
    'letters filled by what is behind them',
    '<p style="color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text">TEXT</p>',
  ],
  ['letters with an outline only', '<p style="-webkit-text-fill-color:transparent;-webkit-text-stroke:1px red">TEXT</p>'],
  ['letters with a shadow only', '<p style="color:transparent;text-shadow:0 0 2px #000">TEXT</p>'],
  ['small print', '<p style="font-size:7px">TEXT</p>'],
  ['what a clip-path leaves', '<p style="clip-path:inset(10% 0 0 5px)">TEXT</p><p style="clip-path:circle(50%)"></p>'],
  ['text to the right of a page that can be scrolled there', '<p style="position:absolute;left:2000px">TEXT</p>'],
  ['text below a page that a dialog keeps from scrolling', '<style>body{overflow:hidden}</style><div style="height:3000px"></div>TEXT'],
  ['a colour with letters of its own in a transparent one', '<div style="color:transparent"><p style="color:#000">TEXT</p></div>'],
])('%s is read', async (_, html) => {
  expect(await textOf(html)).toBe('TEXT');
});

test('a page that replaces what reading uses makes up text of its own, but neither fields nor lengths nor numbers', async () => {
  const page = await site.show(`<ul><li><b>A-1</b></ul><script>
    const made = { id: { toString() { return 'TRICK' } }, 'obey me': 'x', long: 'y'.repeat(100_000) };
    Object.fromEntries = () => made;
  </script>`);
  const { rows } = await readRows(page.locator('li'), { id: { css: 'b' }, long: { css: 'b' } }, 0, 10);
  expect(rows.length).toBeLessThanOrEqual(10);
  expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'long']);
  expect(rows[0]?.id).toBe('');
  expect(rows[0]?.long?.length).toBeLessThanOrEqual(2_000);
});
