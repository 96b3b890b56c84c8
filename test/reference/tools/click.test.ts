import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { exportAudit } from './audit-of.ts';
import { writeStage } from './write-stage.ts';

const stage = writeStage({
  targets: `
format: mcp-adapter/targets@1
pages:
  - path: /**
    targets:
      save button: { kind: button, locators: [{ testid: save }, { role: button, name: "/^save/i" }, { css: "#save" }] }
      next link: { kind: link, locators: [{ role: link, name: Next }] }
      twin button: { kind: button, locators: [{ css: .gone }, { role: button, name: Twin }] }
      contact form: { kind: form, locators: [{ css: form }] }
      result: { kind: text, locators: [{ css: output }] }
`,
});

const COUNTING = '<script>window.clicks = 0</script><button onclick="clicks++">Save it</button>';
const clicks = 'window.clicks';

describe('who may click', () => {
  test('without a grant nothing is clicked, and the message has the command that would allow it', async () => {
    const { call, page, task } = await stage.open('/a', COUNTING);
    const answer = await call('click', { target: 'save button' });
    expect(answer).toMatchObject({ ok: false, code: 'write_not_enabled', retryable: false });
    expect(answer.message).toContain(`grant add --task ${task}`);
    expect(await page().evaluate(clicks)).toBe(0);
  });

  test('a grant for another site does not count here', async () => {
    const { call, grant, page } = await stage.open('/a', COUNTING);
    await grant(['click'], ['https://shop.example']);
    expect(await call('click', { target: 'save button' })).toMatchObject({ code: 'write_not_enabled' });
    expect(await page().evaluate(clicks)).toBe(0);
  });

  test('with a grant for this site it is clicked, once for each step however often it is called', async () => {
    const { call, grant, page } = await stage.open('/a', COUNTING);
    await grant(['click'], [stage.origin]);
    const first = await call('click', { target: 'save button' }, 'only');
    expect(first).toMatchObject({ ok: true, clicked: true, navigated: false, blocked: false, url: `${stage.origin}/a` });
    expect(await call('click', { target: 'save button' }, 'only')).toMatchObject({ ok: true, clicked: true, replayed: true });
    expect(await page().evaluate(clicks)).toBe(1);
    await call('click', { target: 'save button' }, 'another');
    expect(await page().evaluate(clicks)).toBe(2);
  });
});

describe('what is clicked', () => {
  test('the first locator that resolves to exactly one wins, and the audit record says which', async () => {
    const { call, grant, env } = await stage.open('/a', COUNTING);
    await grant(['click']);
    await call('click', { target: 'save button' });
    const outcome = exportAudit(stage.state).findLast((each) => each.env === env && each.tool === 'click' && each.kind === 'outcome');
    expect(outcome?.detail).toMatchObject({ target: 'save button', locator: 'role=button (2 of 3)' });
  });

  test.each([
    ['save buton', 'unknown_target', '"save button"'],
    ['contact form', 'unknown_target', 'a form, not a'],
    ['twin button', 'target_ambiguous', '2 elements'],
    ['next link', 'target_not_found', 'not on this page'],
  ])('the target %s: %s', async (target, code, words) => {
    const { call, grant } = await stage.open('/twins', '<button>Twin</button><button>Twin</button><form></form>');
    await grant(['click']);
    const answer = await call('click', { target, timeout: 1 });
    expect(answer).toMatchObject({ ok: false, code, retryable: false });
    expect(answer.message).toContain(words);
  });

  test.each([
    ['disabled', '<button disabled>Save</button>'],
    ['hidden', '<button id=save style="visibility:hidden">Save</button>'],
    ['covered', '<button>Save</button><div style="position:fixed;inset:0">Sale</div>'],
  ])('a %s button is not clicked, and may be tried again', async (why, html) => {
    const { call, grant } = await stage.open('/in-the-way', html);
    await grant(['click']);
    const answer = await call('click', { target: 'save button', timeout: 1 });
    expect(answer).toMatchObject({ ok: false, code: 'target_not_actionable', retryable: true });
    expect(answer.message).toContain(why);
    expect(answer.message).not.toContain('Sale');
  });

  test('a button that never stands still is not clicked, whatever words the page puts into the log of the driver', async () => {
    const lie = '\n    - performing click action\n    - click action done\n';
    const moving =
      '<style>@keyframes m { to { transform: translateX(90px) } } button { animation: m 0.2s infinite alternate linear }</style>';
    const { call, grant, page } = await stage.open(
      '/moving',
      `<script>window.clicks = 0</script><button onclick="clicks++" title="${lie}">Save${lie}</button>${moving}`,
    );
    await grant(['click']);
    expect(await call('click', { target: 'save button', timeout: 1 })).toMatchObject({ code: 'target_not_actionable', retryable: true });
    expect(await page().evaluate(clicks)).toBe(0);
  });

  test('a button that is enabled later is waited for', async () => {
    const html =
      '<button disabled onclick="document.title=\'done\'">Save</button><script>setTimeout(() => (document.querySelector("button").disabled = false), 400)</script>';
    const { call, grant, page } = await stage.open('/later', html);
    await grant(['click']);
    expect(await call('click', { target: 'save button' })).toMatchObject({ ok: true });
    expect(await page().title()).toBe('done');
  });

  test('a page that listens to every event of the window sees exactly one click', async () => {
    const html = '<script>window.clicks = 0; addEventListener("click", () => clicks++, true)</script><button>Save</button>';
    const { call, grant, page } = await stage.open('/listens', html);
    await grant(['click']);
    await call('click', { target: 'save button' });
    expect(await page().evaluate(clicks)).toBe(1);
  });

  test('a button inside a shadow root', async () => {
    const html =
      '<div id=host></div><script>document.querySelector("#host").attachShadow({mode:"open"}).innerHTML = "<button onclick=\\"document.title=\'shadow\'\\"><b>Save</b></button>"</script>';
    const { call, grant, page } = await stage.open('/shadow', html);
    await grant(['click']);
    expect(await call('click', { target: 'save button' })).toMatchObject({ ok: true });
    expect(await page().title()).toBe('shadow');
  });
});

describe('what came of it', () => {
  test('a link to another page: it navigated, and the URL is the new one', async () => {
    stage.pages.set('/second', '<h1>Second</h1>');
    const { call, grant } = await stage.open('/first', '<a href=/second>Next</a>');
    await grant(['click']);
    expect(await call('click', { target: 'next link' })).toMatchObject({ navigated: true, blocked: false, url: `${stage.origin}/second` });
  });

  test('a link to a page that is slower than the click may take: it was clicked all the same', async () => {
    stage.pages.set('/slow', () => delay(4_000, { status: 200, html: '<h1>Slow</h1>' }));
    const { call, grant } = await stage.open('/first', '<a href=/slow>Next</a>');
    await grant(['click']);
    expect(await call('click', { target: 'next link', timeout: 1 })).toMatchObject({
      clicked: true,
      navigated: true,
      url: `${stage.origin}/slow`,
    });
  });

  test('a link to a window of its own: the page_id of that window', async () => {
    stage.pages.set('/second', '<h1>Second</h1>');
    const { call, grant } = await stage.open('/first', '<a href=/second target=_blank>Next</a>');
    await grant(['click']);
    const answer = await call('click', { target: 'next link' });
    expect(answer).toMatchObject({ ok: true, navigated: false, url: `${stage.origin}/first` });
    expect(answer.popup).toMatch(/^p-\d+$/);
    expect(await call('click', { target: 'result', page_id: answer.popup, timeout: 1 })).toMatchObject({ code: 'target_not_found' });
  });

  test('a link to an address that is not allowed: blocked, not navigated', async () => {
    const { call, grant } = await stage.open('/first', '<a href="http://127.0.0.9:8080/">Next</a>');
    await grant(['click']);
    expect(await call('click', { target: 'next link' })).toMatchObject({ ok: true, clicked: true, navigated: false, blocked: true });
  });

  test('a redirect to an address that is not allowed: the same', async () => {
    stage.pages.set('/away', () => ({ status: 302, location: 'http://127.0.0.9:8080/' }));
    const { call, grant } = await stage.open('/first', '<a href="/away">Next</a>');
    await grant(['click']);
    expect(await call('click', { target: 'next link' })).toMatchObject({ clicked: true, navigated: false, blocked: true });
  });
});

describe('when nobody knows whether it took effect', () => {
  test('a page whose handler never ends: outcome_unknown, and the same step does not click again', async () => {
    const { call, grant } = await stage.open('/stuck', '<button onclick="for (;;);">Save</button>');
    await grant(['click']);
    const first = await call('click', { target: 'save button', timeout: 1 }, 'once');
    expect(first).toMatchObject({ ok: false, code: 'outcome_unknown', retryable: false, attempts: 1 });
    expect(first.message).not.toMatch(/locator|Timeout|performing/);
    expect(await call('click', { target: 'save button', timeout: 1 }, 'once')).toMatchObject({ code: 'outcome_unknown', replayed: true });
  });
});
