import { expect, test } from 'vitest';
import { createCredentials } from '../../../src/reference/config/credentials.ts';
import { writeStage } from '../tools/write-stage.ts';

/** With two spaces, and characters that every way of writing has another form for. */
const SECRET = 'wren  "4711"/~(a)!*é';
const PIECES = /wren|4711/;

const stage = writeStage({
  targets: `
format: mcp-adapter/targets@1
pages:
  - path: /**
    targets:
      password: { kind: field, locators: [{ css: "[data-testid=password]" }] }
      form: { kind: form, locators: [{ css: form }] }
    lists:
      notes:
        items: [{ css: li }]
        key: text
        fields: { text: { css: b }, title: { css: b, attribute: title } }
        next: [{ css: "a[rel=next]" }]
`,
  credentials: { 'shop-login': SECRET },
});

const LOGIN = '<form method=get action=/next><input name=p data-testid=password type=password><button>Sign in</button></form>';

/** A page on which the password was filled in by its name. */
async function signedIn(path: string, html: string) {
  const opened = await stage.open(path, html);
  await opened.grant(['fill', 'submit']);
  expect(await opened.call('fill', { target: 'password', credential_name: 'shop-login' })).toMatchObject({ ok: true });
  return opened;
}

/** What a page does with the password, in its own script. */
const ECHOES: [string, string][] = [
  ['in its title, where a result cuts it', "document.title = 'x'.repeat(186) + value"],
  ['in its title, with invisible characters between', "document.title = [...value].join('\\u200b')"],
  ['in its text', 'document.body.append(value)'],
  ['in its text, letter by letter', 'for (const each of value) document.body.append(each)'],
  ['in an item of a list', "document.body.innerHTML += '<ul><li><b></b></ul>'; document.querySelector('b').textContent = value"],
  ['in an attribute', "document.body.innerHTML += '<ul><li><b>a</b></ul>'; document.querySelector('b').title = value"],
  ['in its address, as it is', "history.replaceState(null, '', '/echo-page?' + value)"],
  ['in its address, as a form writes it', "history.replaceState(null, '', '/echo-page?' + new URLSearchParams({ p: value }))"],
  ['in its address, as encodeURI writes it', "history.replaceState(null, '', '/echo-page#' + encodeURI(value))"],
  [
    'in its address, each letter encoded',
    "history.replaceState(null, '', '/echo-page#' + [...new TextEncoder().encode(value)].map((each) => '%' + each.toString(16)).join(''))",
  ],
];

test.each(ECHOES)('a page that shows the password %s shows it to no result', async (_where, script) => {
  const { read, page } = await signedIn('/echo-page', LOGIN);
  await page().evaluate(`{ const value = document.querySelector('[type=password]').value; ${script} }`);
  const answers = [await read('describe_page', {}), await read('extract_text', {}), await read('list_items', { list: 'notes' })];
  for (const answer of answers) expect(answer.ok, JSON.stringify(answer)).toBe(true);
  expect(JSON.stringify(answers)).not.toMatch(PIECES);
  expect(JSON.stringify(answers)).toContain('[shop-login]');
});

test('a form that puts the password into the next address shows it neither to the result nor to the log', async () => {
  stage.pages.set('/next', (request) => {
    request.socket.destroy();
    return { status: 200 };
  });
  const { call, read } = await signedIn('/get-form', LOGIN);
  const answers = [await call('submit', { target: 'form' }), await read('extract_text', {})];
  expect(JSON.stringify(answers)).not.toMatch(PIECES);
  expect(decodeURIComponent(stage.logged.join('\n'))).not.toMatch(PIECES);
});

test('a next page of a list with the password in its address, which redirects in a circle, is in no log', async () => {
  stage.pages.set('/next', ({ url }) => ({ status: 302, location: url ?? '' }));
  const { read, page } = await signedIn('/list', `${LOGIN}<ul><li><b>a</b></ul>`);
  await page().evaluate(
    `document.body.insertAdjacentHTML('beforeend', '<a rel=next href="/next?' + encodeURIComponent(document.querySelector('[type=password]').value) + '">n</a>')`,
  );
  const answer = await read('list_items', { list: 'notes', max_pages: 2 });
  expect(answer).toMatchObject({ ok: false, code: 'redirect_loop' });
  expect(stage.logged.join('\n')).toContain('[shop-login]');
  expect(decodeURIComponent(JSON.stringify(answer) + stage.logged.join('\n'))).not.toMatch(PIECES);
});

test.each([
  [
    'in a field that it made a text field',
    `const field = document.querySelector('[type=password]'); field.type = 'text'; field.autocomplete = 'off'`,
  ],
  ['in its text', `document.body.append(document.querySelector('[type=password]').value)`],
  [
    'in a frame',
    `const frame = document.body.appendChild(document.createElement('iframe')); frame.contentDocument.body.append(document.querySelector('[type=password]').value)`,
  ],
])('no picture is taken of a page that shows the password %s', async (_where, script) => {
  const { read, page } = await signedIn('/picture', LOGIN);
  expect(await read('screenshot', {})).toMatchObject({ ok: true });
  await page().evaluate(script);
  const answer = await read('screenshot', {});
  expect(answer).toMatchObject({ ok: false, code: 'secret_shown', retryable: false });
  expect(answer).not.toHaveProperty('file');
});

test('a megabyte of escapes is looked through for fifty values in no time', () => {
  const named = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`c-${index}`, { origin: 'https://shop.example', value: `%41%41 secret ${index}` }]),
  );
  const { mask } = createCredentials(named);
  const hostile = '%41&#x41;\\u0041'.repeat(60_000);
  expect(mask(hostile)).toBe(hostile);
}, 20_000);
