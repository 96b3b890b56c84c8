import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReadingStage, setReadingStage } from './reading-stage.ts';

let stage: ReadingStage;
beforeAll(async () => {
  const targets = Object.fromEntries([
    ...['buy', 'off', 'hidden', 'gone', 'twice'].map((name) => [name, { kind: 'button', locators: [{ testid: name }] }]),
    ...Array.from({ length: 60 }, (_, index) => [`extra ${index}`, { kind: 'text', locators: [{ css: `#e${index}` }] }]),
  ]);
  const fields = { id: { css: 'b' } };
  const lists = {
    rows: { items: [{ testid: 'row' }, { css: 'li' }], key: 'id', fields },
    nothing: { items: [{ css: '.none' }], key: 'id', fields },
  };
  stage = await setReadingStage({ path: '/**', targets, lists });
});
afterAll(() => stage.close());

const BUTTONS = `<button data-testid="buy">Buy</button><button data-testid="off" disabled>Off</button>
  <button data-testid="hidden" style="visibility:hidden">Hidden</button><i data-testid="twice"></i><i data-testid="twice"></i>`;

test('targets are there or not, and can be used or not; those that are there come first', async () => {
  await stage.show(`${BUTTONS}<ul><li><b>1</b></li><li><b>2</b></li><li><b>3</b></li></ul>`);
  const described = await stage.call('describe_page');
  expect(described).toMatchObject({
    ok: true,
    url: `${stage.own}/`,
    title: 'Own',
    untrusted: true,
    unmatched: 62,
    lists: [
      { name: 'rows', items: 3 },
      { name: 'nothing', items: 0 },
    ],
  });
  expect(described.targets).toHaveLength(50);
  expect(Array.isArray(described.targets) && described.targets.slice(0, 5)).toEqual([
    { name: 'buy', kind: 'button', present: true, actionable: true },
    { name: 'off', kind: 'button', present: true, actionable: false },
    { name: 'hidden', kind: 'button', present: true, actionable: false },
    { name: 'gone', kind: 'button', present: false, actionable: false },
    { name: 'twice', kind: 'button', present: false, actionable: false },
  ]);
});

test('a title is one line, cut and without invisible characters', async () => {
  await stage.show(`<script>document.title = "a\\u202e b\\n" + "x".repeat(100_000)</script>`);
  const { title } = await stage.call('describe_page');
  expect(title).toMatch(/^a b x{195}…$/);
});

test('a page that no map knows is told of', async () => {
  await stage.open(`${stage.world.url}/slow?ms=1`);
  expect(await stage.call('describe_page')).toMatchObject({ ok: false, code: 'map_missing', retryable: false });
});

test('the orders of the fixture site are described by its own map, with nothing missing', async () => {
  await stage.open(`${stage.world.url}/orders.html`);
  expect(await stage.call('describe_page')).toMatchObject({ ok: true, lists: [{ name: 'orders', items: 10 }], unmatched: 0 });
});

test('a page whose script never pauses is told as a time-out that may be tried again', async () => {
  const id = await stage.show(BUTTONS);
  void stage
    .pageOf(id)
    .evaluate('setTimeout(() => { const end = Date.now() + 9_000; while (Date.now() < end); }, 0)')
    .catch(() => {});
  expect(await stage.call('describe_page')).toMatchObject({ ok: false, code: 'timeout', retryable: true });
});
