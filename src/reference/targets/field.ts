import type { Page } from 'playwright-core';
import { outcomeUnknown } from '../../kit/outcome-unknown.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { messageOf } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';
import type { Credentials } from '../config/credentials.ts';
import { mustBeActionable } from './actionable.ts';
import { type Held, hold } from './held.ts';
import { resolveTarget } from './resolve-target.ts';
import type { PageMap } from './target-map.ts';

/** What is to be filled in: a text, or a credential by its name. */
export type FillWish = { value: string } | { credential: string };

const WAIT_MS = 2_000;

/**
 * Finds the field and the text for it, with the words for the locator that won. A credential goes into fields that are never shown only, and on its own origin; a password field takes
 * nothing else.
 * @throws ToolError what `resolveTarget` and `mustBeActionable` throw, `credential_not_allowed`
 */
export async function findField(
  page: Page,
  map: PageMap | null,
  name: string,
  wish: FillWish,
  credentials: Pick<Credentials, 'valueFor'>,
): Promise<{ field: Held; text: string; words: string }> {
  const { locator, words } = await resolveTarget(page, map, name, { kinds: ['field'], waitMs: WAIT_MS });
  await mustBeActionable(locator, name, 'fill', WAIT_MS);
  const field = await hold(locator, WAIT_MS);
  const { element, origin } = field;
  const [type, autocomplete] = await Promise.all([element.getAttribute('type'), element.getAttribute('autocomplete')]);
  const isPassword = /^password$/i.test(type ?? '') || /password/i.test(autocomplete ?? '');
  if ('value' in wish) {
    if (isPassword)
      throw refused(`the target ${quote(name)} is a password field: give credential_name, the name of a credential, not a value`);
    return { field, text: wish.value, words };
  }
  // Anywhere else a screenshot would show it, and a form might publish it.
  if (!isPassword && !/one-time-code|cc-/i.test(autocomplete ?? ''))
    throw refused(`the target ${quote(name)} would show what is typed into it: a credential goes into password fields only`);
  return { field, text: credentials.valueFor(wish.credential, origin), words };
}

/**
 * Replaces the content of the field. No error holds the text: the log of the driver does.
 * @throws ToolError `target_not_actionable` or `value_not_accepted`, when nothing was done; else `outcome_unknown`
 */
export async function typeInto({ element }: Held, text: string, { name, timeoutMs }: { name: string; timeoutMs: number }): Promise<void> {
  try {
    await element.fill(text, { timeout: timeoutMs });
  } catch (error) {
    const [seen = ''] = messageOf(error).split('\n', 1);
    if (/Element is not attached/.test(seen))
      throw new ToolError('target_not_actionable', {
        retryable: true,
        message: `the target ${quote(name)} was replaced by the page before anything was typed; try again`,
      });
    if (/cannot be filled|Cannot type text into|Malformed value|is not an <input>/.test(seen))
      throw new ToolError('value_not_accepted', {
        message: `the target ${quote(name)} takes no such text: it wants another form, or a choice made by click; nothing was filled in`,
      });
    throw outcomeUnknown(`the field ${quote(name)} did not answer while it was filled in`);
  }
}

function refused(message: string): ToolError {
  return new ToolError('credential_not_allowed', { message: `${message}; nothing was filled in` });
}
