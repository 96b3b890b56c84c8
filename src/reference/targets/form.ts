import type { ElementHandle, Locator } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { plural, quote } from '../../model/text.ts';
import { mustBeActionable } from './actionable.ts';
import { type Held, hold } from './held.ts';

/** How a form is sent: by its one submit button, as a person does, or by itself where it has none or several. */
export type Sending = { button: Held } | { form: Held };

const WAIT_MS = 2_000;
const BUTTONS = 'button:not([type]), button[type=submit i], input[type=submit i], input[type=image i]';

/**
 * Looks at a form before it is sent.
 * @throws ToolError `target_not_found` for what is no form, `form_incomplete` (`invalid_fields`), `target_not_actionable`
 */
export async function sendingOf(form: Locator, name: string): Promise<Sending> {
  const seen = await form.evaluate(lookAtForm);
  if (!seen)
    throw new ToolError('target_not_found', { message: `the target ${quote(name)} is no form on this page: its map must be corrected` });
  if (seen.invalid)
    throw new ToolError('form_incomplete', {
      message: `${plural(seen.invalid, 'field')} of ${quote(name)} ${seen.invalid === 1 ? 'is' : 'are'} empty or wrong, so the browser would not send it: fill first; nothing was sent`,
      data: { invalid_fields: seen.invalid },
    });
  const button = form.locator(BUTTONS);
  if ((await button.count()) !== 1) return { form: await hold(form, WAIT_MS) };
  await mustBeActionable(button, name, 'click', WAIT_MS);
  return { button: await hold(button, WAIT_MS) };
}

/** Sends a form as its button would. It answers once the handlers of the page have, so it is for the caller to limit it. */
export async function sendForm(form: ElementHandle): Promise<void> {
  await form.evaluate((element: FormElement) => element.requestSubmit?.());
}

/** Runs in the page: how many fields the browser would refuse; null for what is no form. No event is sent for it. */
function lookAtForm(form: FormElement): { invalid: number } | null {
  if (form.localName !== 'form') return null;
  const controls = Array.from(form.elements ?? []).filter((each) => each.localName !== 'fieldset');
  return { invalid: form.noValidate ? 0 : controls.filter((each) => each.matches(':invalid')).length };
}

/** What is used of the DOM, which the compiler is not told of. */
interface FormElement {
  localName: string;
  noValidate?: boolean;
  elements?: Iterable<{ localName: string; matches(css: string): boolean }>;
  requestSubmit?(): void;
}
