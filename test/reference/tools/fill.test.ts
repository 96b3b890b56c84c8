import { describe, expect, test } from 'vitest';
import { exportAudit } from './audit-of.ts';
import { writeStage } from './write-stage.ts';

const SECRET = 'fixture"pass/4711';

const stage = writeStage({
  targets: `
format: mcp-adapter/targets@1
pages:
  - path: /**
    targets:
      name: { kind: field, locators: [{ label: Name }] }
      amount: { kind: field, locators: [{ label: Amount }] }
      password: { kind: field, locators: [{ css: "[data-testid=password]" }] }
      save button: { kind: button, locators: [{ role: button }] }
`,
  credentials: { 'shop-login': SECRET },
});

const FORM = `<form><label>Name <input name=name value=old></label><label>Amount <input name=amount type=number></label>
<input data-testid=password type=password><button>Save</button></form>`;
const shownIn = (css: string) => `document.querySelector('${css}').value`;

describe('a text', () => {
  test('without a grant nothing is filled in', async () => {
    const { call, page } = await stage.open('/form', FORM);
    expect(await call('fill', { target: 'name', value: 'Ada' })).toMatchObject({ code: 'write_not_enabled' });
    expect(await page().evaluate(shownIn('[name=name]'))).toBe('old');
  });

  test('replaces what stands in the field; the answer tells its length only', async () => {
    const { call, grant, page } = await stage.open('/form', FORM);
    await grant(['fill'], [stage.origin]);
    expect(await call('fill', { target: 'name', value: 'Ada Lovelace' })).toMatchObject({
      ok: true,
      filled: true,
      value_masked: '••• (12 characters)',
    });
    expect(await page().evaluate(shownIn('[name=name]'))).toBe('Ada Lovelace');
  });

  test.each([
    ['neither value nor credential', 'one_value_needed', { target: 'name' }],
    ['both value and credential', 'one_value_needed', { target: 'name', value: 'a', credential_name: 'shop-login' }],
    ['a text of 2,001 characters', 'invalid_arguments', { target: 'name', value: 'a'.repeat(2_001) }],
    ['a button', 'unknown_target', { target: 'save button', value: 'a' }],
    ['a text for a password field', 'credential_not_allowed', { target: 'password', value: 'guessed' }],
    ['a word for a number field', 'value_not_accepted', { target: 'amount', value: 'many' }],
  ])('%s is refused with %s', async (_, code, args) => {
    const { call, grant, page } = await stage.open('/form', FORM);
    await grant(['fill']);
    expect(await call('fill', args)).toMatchObject({ ok: false, code, retryable: false });
    expect(await page().evaluate(`[...document.forms[0].querySelectorAll('input')].map((each) => each.value)`)).toEqual(['old', '', '']);
  });

  test('a field that is read-only may be tried again', async () => {
    const { call, grant } = await stage.open('/read-only', '<label>Name <input readonly></label>');
    await grant(['fill']);
    expect(await call('fill', { target: 'name', value: 'Ada' })).toMatchObject({ code: 'target_not_actionable', retryable: true });
  });
});

describe('a credential', () => {
  test('goes into a password field by its name, and its value is in no answer, log or audit record', async () => {
    const { call, grant, page, env } = await stage.open('/form', FORM);
    await grant(['fill']);
    const answer = await call('fill', { target: 'password', credential_name: 'shop-login' });
    expect(answer).toMatchObject({ ok: true, filled: true, value_masked: '•••' });
    expect(await page().evaluate(shownIn('[type=password]'))).toBe(SECRET);
    expect(JSON.stringify(answer)).not.toContain('4711');
    expect(stage.logged.join('\n')).not.toContain('4711');
    const records = exportAudit(stage.state).filter((each) => each.env === env);
    expect(records.at(-1)?.detail).toMatchObject({ target: 'password', credential: 'shop-login' });
    expect(JSON.stringify(records)).not.toContain('4711');
  });

  test('in a page that never ends handling it: outcome_unknown, and neither answer nor log has the value', async () => {
    const { call, grant } = await stage.open('/stuck', '<input data-testid=password type=password onfocus="for (;;);">');
    await grant(['fill']);
    const answer = await call('fill', { target: 'password', credential_name: 'shop-login' });
    expect(answer).toMatchObject({ ok: false, code: 'outcome_unknown', retryable: false });
    expect(JSON.stringify(answer) + stage.logged.join('\n')).not.toContain('4711');
  });

  test.each([
    ['a field that shows what is typed', '/form', { target: 'name', credential_name: 'shop-login' }],
    ['a name that there is not', '/form', { target: 'password', credential_name: 'shop-logn' }],
  ])('%s: credential_not_allowed, and nothing is filled in', async (_, path, args) => {
    const { call, grant, page } = await stage.open(path, FORM);
    await grant(['fill']);
    expect(await call('fill', args)).toMatchObject({ ok: false, code: 'credential_not_allowed', retryable: false });
    expect(await page().evaluate(shownIn('[type=password]'))).toBe('');
  });

  test('on another origin than its own: credential_not_allowed', async () => {
    stage.pages.set('/form', FORM);
    const { call, grant, page } = await stage.open(`${stage.origin.replace('127.0.0.1', 'localhost')}/form`);
    await grant(['fill']);
    expect(await call('fill', { target: 'password', credential_name: 'shop-login' })).toMatchObject({ code: 'credential_not_allowed' });
    expect(await page().evaluate(shownIn('[type=password]'))).toBe('');
  });
});
