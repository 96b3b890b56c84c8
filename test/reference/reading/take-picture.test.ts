import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pictureSize } from '../../../src/reference/reading/picture-size.ts';
import { takePicture } from '../../../src/reference/reading/take-picture.ts';
import { servedPages } from './served-pages.ts';

const site = servedPages();
const PNG = { fullPage: false, format: 'png', maxWidth: 1280 } as const;

/** The colour of one pixel of a picture, as the browser shows it. */
async function pixel(bytes: Buffer, x: number, y: number): Promise<string> {
  const page = await site.context.newPage();
  const type = bytes[0] === 0xff ? 'jpeg' : 'png';
  const draw = `(async () => {
    const image = new Image();
    image.src = 'data:image/${type};base64,${bytes.toString('base64')}';
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return [image.width, image.height, [...canvas.getImageData(${x}, ${y}, 1, 1).data].slice(0, 3).join()].join(' ');
  })()`;
  const seen = await page.evaluate<string>(draw);
  await page.close();
  return seen;
}

const stateOf = (page: Page) =>
  page.evaluate<string>(
    '[scrollY, innerWidth, devicePixelRatio, document.adoptedStyleSheets.length, document.documentElement.outerHTML].join()',
  );

test('what the window shows is taken at the place that it was scrolled to, and the page is as before', async () => {
  const page = await site.show(
    '<body style="margin:0"><div style="height:1000px;background:#f00"></div><div style="height:2000px;background:#0f0"></div>',
  );
  await page.evaluate('scrollTo(0, 1000)');
  const before = await stateOf(page);
  const { bytes, ...told } = await takePicture(page, PNG);
  expect(told).toEqual({ width: 1280, height: 720, truncated: false });
  expect(await pixel(bytes, 10, 10)).toBe('1280 720 0,255,0');
  expect(await stateOf(page)).toBe(before);
});

test('a full page is taken from its top to its end, made as narrow as asked', async () => {
  const page = await site.show(
    '<body style="margin:0"><div style="height:1000px;background:#f00"></div><div style="height:2000px;background:#0f0"></div>',
  );
  await page.evaluate('scrollTo(0, 500)');
  const { bytes, ...told } = await takePicture(page, { fullPage: true, format: 'png', maxWidth: 640 });
  expect(told).toEqual({ width: 640, height: 1500, truncated: false });
  expect(await pixel(bytes, 10, 490)).toBe('640 1500 255,0,0');
  expect(await pixel(bytes, 10, 1490)).toBe('640 1500 0,255,0');
});

test('a page of 20,000 pixels is cut at 8,000, and says so', async () => {
  const page = await site.show('<body style="margin:0"><div style="height:20000px"></div>');
  expect(await takePicture(page, { fullPage: true, format: 'jpeg', maxWidth: 320 })).toMatchObject({
    width: 320,
    height: 2000,
    truncated: true,
  });
});

test('a page that is narrower than asked is not made larger', async () => {
  const page = await site.show('<p>x</p>');
  await page.setViewportSize({ width: 400, height: 300 });
  expect(await takePicture(page, { ...PNG, maxWidth: 1920 })).toMatchObject({ width: 400, height: 300 });
});

test('a JPEG has the size that it says', async () => {
  const page = await site.show('<body style="margin:0;background:#00f">');
  const { bytes, width, height } = await takePicture(page, { fullPage: false, format: 'jpeg', maxWidth: 500 });
  expect(await pixel(bytes, 5, 5)).toMatch(new RegExp(`^${width} ${height} [01],[01],25[45]$`));
  expect(width).toBe(500);
});

const FIELD = 'style="position:absolute;left:0;top:0;width:200px;height:50px;border:0;background:#fff" value="secret"';
test.each([
  ['a password field', `<input type="password" ${FIELD}>`],
  ['a password that is shown as text', `<input type="text" autocomplete="current-password" ${FIELD}>`],
  ['a code', `<input autocomplete="one-time-code" ${FIELD}>`],
  [
    'a password field with a rule of its own',
    `<style>input { background: #fff !important; transition: all 3s }</style><input type="password" ${FIELD}>`,
  ],
  [
    'a password field in a frame',
    `<body style="margin:0"><iframe style="border:0;width:300px;height:100px" srcdoc='<input type="password" ${FIELD}>'></iframe>`,
  ],
  [
    'a password field in a shadow root',
    `<div id="host"></div><script>host.attachShadow({mode:"open"}).innerHTML = '<input type="password" ${FIELD}>'</script>`,
  ],
])('%s is painted over in the picture, and nowhere else', async (_, html) => {
  const page = await site.show(html);
  await page.frames().at(-1)?.locator('input').waitFor();
  const { bytes } = await takePicture(page, PNG);
  expect(await pixel(bytes, 190, 40)).toBe('1280 720 128,128,128');
  expect(await pixel(bytes, 600, 400)).toBe('1280 720 255,255,255');
  const after = await page.screenshot();
  expect(await pixel(after, 190, 40)).toBe('1280 720 255,255,255');
});

test('a page that forbids styles of others is painted over too', async () => {
  const page = await site.show(
    `<meta http-equiv="content-security-policy" content="style-src 'none'; script-src 'none'"><input type="password" value="secret" size="80">`,
  );
  const box = await page.locator('input').boundingBox();
  if (!box) throw new Error('it is not shown');
  const { bytes } = await takePicture(page, PNG);
  expect(await pixel(bytes, Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2))).toBe('1280 720 128,128,128');
});

test('bytes that are no picture have no size', () => {
  for (const bytes of [[], [0x89], [0xff, 0xd8, 0xff], [0xff, 0xd8, 1, 2, 3, 4], [1, 2, 3, 4, 5, 6, 7, 8]])
    expect(pictureSize(Uint8Array.from(bytes))).toBeNull();
});
