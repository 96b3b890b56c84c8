import { Fault, messageOf } from '../../model/fault.ts';
import { pointer } from '../../model/json.ts';
import { didYouMean } from '../../model/nearest.ts';
import { quote, shorten } from '../../model/text.ts';
import { ARIA_ROLES, isAriaRole } from './aria-roles.ts';
import type { ListEntry, LocatorSpec } from './target-map.ts';
import type { TargetMapDocument } from './target-map-schema.ts';
import { textPattern } from './text-pattern.ts';

const NAME = /^[a-z][a-z0-9 _-]{0,63}$/;

/** Throws at a place, a JSON pointer into the file. */
type Refuse = (at: string, message: string, hint: string) => never;

/**
 * Looks at what the schema cannot say: names, and whether each locator is one way to find something.
 * @throws Fault (config) with `file:line:column`
 */
export function checkTargetMap({ pages }: TargetMapDocument, place: (pointer: string) => string): void {
  const refuse: Refuse = (at, message, hint) => {
    throw new Fault('config', `${place(at)}: ${message}`, hint);
  };
  for (const [index, { ready, targets = {}, lists = {} }] of pages.entries()) {
    const at = pointer('pages', index);
    checkLocators(ready, `${at}/ready`, refuse);
    for (const [name, { locators }] of Object.entries(targets)) {
      const here = at + pointer('targets', name);
      checkName(name, here, refuse);
      checkLocators(locators, `${here}/locators`, refuse);
    }
    for (const [name, list] of Object.entries(lists)) {
      const here = at + pointer('lists', name);
      checkName(name, here, refuse);
      checkList(list, here, refuse);
    }
  }
}

function checkList(list: ListEntry, at: string, refuse: Refuse): void {
  for (const part of ['items', 'next', 'delete', 'confirm'] as const) checkLocators(list[part], `${at}/${part}`, refuse);
  const fields = Object.keys(list.fields);
  for (const name of fields) checkName(name, at + pointer('fields', name), refuse);
  if (!fields.includes(list.key))
    refuse(
      `${at}/key`,
      `the key ${quote(list.key, 60)} is none of the fields`,
      didYouMean(list.key, fields, `fields are ${fields.join(', ')}`),
    );
  if (list.confirm && !list.delete)
    refuse(`${at}/confirm`, 'there is nothing to confirm without "delete"', 'write what deletes an item: delete');
}

function checkName(name: string, at: string, refuse: Refuse): void {
  if (!NAME.test(name))
    refuse(at, `${quote(name, 60)} is no name`, 'a name has 1 to 64 of a-z 0-9, space, _ and -, and begins with a letter: sign in button');
}

function checkLocators(specs: readonly LocatorSpec[] | undefined, at: string, refuse: Refuse): void {
  for (const [index, spec] of (specs ?? []).entries()) checkLocator(spec, at + pointer(index), refuse);
}

function checkLocator(spec: LocatorSpec, at: string, refuse: Refuse): void {
  const ways = Object.keys(spec).filter((key) => key !== 'name');
  if (ways.length !== 1)
    refuse(at, `a locator finds by one thing, not by ${ways.join(' and ') || 'a name alone'}`, 'write several, the best one first');
  if ('name' in spec && !('role' in spec)) refuse(`${at}/name`, '"name" belongs to "role"', 'write  {role: button, name: Save}');
  if ('role' in spec && !isAriaRole(spec.role))
    refuse(
      `${at}/role`,
      `${quote(spec.role, 60)} is no role`,
      didYouMean(spec.role, ARIA_ROLES, 'roles are those of WAI-ARIA: button, link'),
    );
  // Playwright would go on with another kind of selector behind it.
  if ('css' in spec && spec.css.includes('>>')) refuse(`${at}/css`, '">>" is no CSS', 'write a CSS selector: form > button');
  for (const [key, text] of Object.entries(spec)) checkPattern(key, text, at, refuse);
}

function checkPattern(key: string, text: string, at: string, refuse: Refuse): void {
  if (key === 'css' || key === 'testid') return;
  try {
    textPattern(text);
  } catch (error) {
    refuse(
      at + pointer(key),
      `the regular expression does not compile: ${shorten(messageOf(error), 200)}`,
      'a text in slashes is one: /log ?in/i',
    );
  }
}
