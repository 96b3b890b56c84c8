import { describe, expect, test } from 'vitest';
import { writeStage } from './write-stage.ts';

const stage = writeStage({
  targets: `
format: mcp-adapter/targets@1
pages:
  - path: /thanks
    targets:
      thanks: { kind: text, locators: [{ text: "/^thank you/i" }] }
  - path: /**
    targets:
      contact form: { kind: form, locators: [{ css: form }] }
      no form: { kind: form, locators: [{ css: section }] }
      note: { kind: text, locators: [{ css: output }] }
`,
});

const form = (inside: string, attributes = '') =>
  `<form method=post action=/send ${attributes}><input name=a value=1 required>${inside}</form><section></section>`;

describe('a form is sent', () => {
  test.each([
    ['by its one button, whose name goes along', '<button name=b value=2>Send</button>', 'POST /send a=1&b=2'],
    ['by itself where it has no button', '', 'POST /send a=1'],
    ['by itself where it has several', '<button name=b value=2>Save</button><button name=b value=3>Delete</button>', 'POST /send a=1'],
  ])('%s', async (_, inside, sent) => {
    stage.posts.length = 0;
    stage.pages.set('/send', () => ({ status: 303, location: '/thanks' }));
    stage.pages.set('/thanks', '<p>Thank you, it has arrived.</p>');
    const { call, grant } = await stage.open('/contact', form(inside));
    await grant(['submit'], [stage.origin]);
    const answer = await call('submit', { target: 'contact form', expect: 'thanks' }, 'once');
    expect(answer).toMatchObject({
      ok: true,
      submitted: true,
      blocked: false,
      url: `${stage.origin}/thanks`,
      http_status: 200,
      expectation_met: true,
    });
    expect(await call('submit', { target: 'contact form', expect: 'thanks' }, 'once')).toMatchObject({ replayed: true, submitted: true });
    expect(stage.posts).toEqual([sent]);
  });

  test('without an expectation none is met; the status of the answer is told', async () => {
    stage.pages.set('/send', () => ({ status: 500, html: 'broken' }));
    const { call, grant } = await stage.open('/contact', form('<button>Send</button>'));
    await grant(['submit']);
    expect(await call('submit', { target: 'contact form' })).toMatchObject({ submitted: true, http_status: 500, expectation_met: null });
  });

  test('by a script that shows a note later, which is waited for', async () => {
    const html = `<form onsubmit="event.preventDefault(); setTimeout(() => (document.querySelector('output').hidden = false), 600)"><button>Send</button></form><output hidden>sent</output>`;
    const { call, grant } = await stage.open('/script', html);
    await grant(['submit']);
    expect(await call('submit', { target: 'contact form', expect: 'note' })).toMatchObject({
      submitted: true,
      url: `${stage.origin}/script`,
      http_status: null,
      expectation_met: true,
    });
  });

  test('to an address that is not allowed: it was stopped', async () => {
    const { call, grant } = await stage.open('/away', '<form method=post action="http://127.0.0.9:8080/"><button>Send</button></form>');
    await grant(['submit']);
    expect(await call('submit', { target: 'contact form' })).toMatchObject({ ok: true, submitted: false, blocked: true });
  });
});

describe('nothing is sent', () => {
  test.each([
    ['a field is empty', form('<button>Send</button><input name=c required>'), { target: 'contact form' }, 'form_incomplete', false],
    ['the button is disabled', form('<button disabled>Send</button>'), { target: 'contact form' }, 'target_not_actionable', true],
    ['it is no form', form(''), { target: 'no form' }, 'target_not_found', false],
    ['no page knows what is expected', form(''), { target: 'contact form', expect: 'thank' }, 'unknown_target', false],
    ['there is no such form', '<p>none</p>', { target: 'contact form' }, 'target_not_found', false],
  ])('because %s', async (_, html, args, code, retryable) => {
    stage.posts.length = 0;
    const { call, grant } = await stage.open('/contact', html);
    await grant(['submit']);
    expect(await call('submit', args)).toMatchObject({ ok: false, code, retryable });
    expect(stage.posts).toEqual([]);
  });

  test('because there is no grant', async () => {
    stage.posts.length = 0;
    const { call } = await stage.open('/contact', form('<button>Send</button>'));
    expect(await call('submit', { target: 'contact form' })).toMatchObject({ code: 'write_not_enabled' });
    expect(stage.posts).toEqual([]);
  });
});
