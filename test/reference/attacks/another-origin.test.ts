import { expect, test } from 'vitest';
import { writeStage } from '../tools/write-stage.ts';

const stage = writeStage({
  targets: `
format: mcp-adapter/targets@1
pages:
  - path: /**
    targets:
      save button: { kind: button, locators: [{ css: "#save" }] }
      order form: { kind: form, locators: [{ css: form }] }
    lists:
      orders:
        items: [{ css: li }]
        key: id
        fields: { id: { css: b } }
        delete: [{ css: "#delete" }]
        confirm: [{ css: "#save" }]
`,
});

/** The same server by another name: a site that no grant of these tests names. */
const other = () => `${stage.origin.replace('127.0.0.1', 'localhost')}/other`;
/** Moves until the page goes on to the other site, so that whoever waits for it to stand still is taken along. */
const MOVING = `<script>
  let step = 0;
  (function move() { for (const each of document.querySelectorAll('#save')) each.style.marginLeft = (++step % 2) * 30 + 'px'; requestAnimationFrame(move) })();
</script>`;
const leaving = (after: number) => `<script>setTimeout(() => { location = '${other()}' }, ${after})</script>`;
const OTHER = `<ul><li><b>A-1</b></ul><form method=post action=/bought><button id=save>Save</button></form>`;

test('a click that a page draws over to a site without a grant is not done there', async () => {
  stage.pages.set('/other', OTHER);
  const { call, grant, page } = await stage.open(
    '/moving',
    `${MOVING}<button id=save onclick="this.remove()">Save</button>${leaving(2_500)}`,
  );
  await grant(['click'], [stage.origin]);
  const answer = await call('click', { target: 'save button', timeout: 10 });
  expect(page().url()).toBe(other());
  expect(answer).toMatchObject({ ok: false, code: 'target_not_actionable' });
  expect(stage.posts).toEqual([]);
});

test('nor is a form sent there', async () => {
  stage.pages.set('/other', OTHER);
  const { call, grant, page } = await stage.open(
    '/moving-form',
    `${MOVING}<form action=/x><button id=save>Save</button></form>${leaving(2_500)}`,
  );
  await grant(['submit'], [stage.origin]);
  const answer = await call('submit', { target: 'order form' });
  expect(page().url()).toBe(other());
  expect(answer).toMatchObject({ ok: false, code: 'target_not_actionable' });
  expect(stage.posts).toEqual([]);
});

test('nor is anything confirmed there that was begun on a site with one', async () => {
  stage.pages.set('/other', OTHER);
  const { call, grant } = await stage.open(
    '/list',
    `<ul><li><b>A-1</b> Ada <button id=delete onclick="location = '${other()}'">x</button></ul>`,
  );
  await grant(['delete_item'], [stage.origin]);
  expect(await call('delete_item', { list: 'orders', key: 'A-1', expect_text: 'Ada' })).toMatchObject({ code: 'outcome_unknown' });
  expect(stage.posts).toEqual([]);
});
