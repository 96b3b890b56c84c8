import { Fault } from '../model/fault.ts';
import { isObject, kindOf, pointer } from '../model/json.ts';
import { quote } from '../model/text.ts';

// A dot may stand in a name, because cases call what a step captured `s1.env_id`; `env:NAME` is a variable of the environment.
const NAME = String.raw`\{\{\s*((?:env:)?[A-Za-z_][\w.-]*)\s*\}\}`;
const ANYWHERE = new RegExp(NAME, 'g');
const WHOLE = new RegExp(`^${NAME}$`);

/**
 * Fills `{{name}}` in every text of a value; keys stay as they are. A text that is one template and nothing else becomes the value, with
 * its own type; within other text the value is put in as text, numbers and booleans as JSON has them. What is filled in is not looked at
 * again. Braces around anything but a name are no template (`{{7*7}}`, a lone `{{`) and stay; `{{name}}` itself cannot be written.
 * @throws Fault (config) for a name that has no value, and for null, an object or a list within other text
 */
export function render(value: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return renderText(value, values);
  if (Array.isArray(value)) return value.map((each) => render(each, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, render(each, values)]));
}

/** The names that the templates in a value refer to, each once. */
export function referencesIn(value: unknown): string[] {
  const names = templatesIn(value).flatMap(({ text }) => [...text.matchAll(ANYWHERE)].map(([, name]) => name ?? ''));
  return [...new Set(names)];
}

/** Each text in a value that holds a template, with its place as a JSON pointer. */
export function templatesIn(value: unknown): { at: string; text: string }[] {
  const found: { at: string; text: string }[] = [];
  const look = (each: unknown, at: string): void => {
    if (typeof each === 'string') {
      // `search` starts at the beginning, whatever a global expression was used for before.
      if (each.search(ANYWHERE) >= 0) found.push({ at, text: each });
    } else if (Array.isArray(each)) for (const [index, item] of each.entries()) look(item, at + pointer(index));
    else if (isObject(each)) for (const [key, item] of Object.entries(each)) look(item, at + pointer(key));
  };
  look(value, '');
  return found;
}

function renderText(text: string, values: ReadonlyMap<string, unknown>): unknown {
  const whole = WHOLE.exec(text)?.[1];
  return whole === undefined ? text.replace(ANYWHERE, (_, name: string) => asText(name, text, values)) : valueNamed(whole, values);
}

function asText(name: string, text: string, values: ReadonlyMap<string, unknown>): string {
  const value = valueNamed(name, values);
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  const hint = 'use {{…}} alone for the value itself, or capture a text or a number';
  throw new Fault('config', `{{${name}}} is ${kindOf(value)} and cannot stand within the text ${quote(text)}`, hint);
}

function valueNamed(name: string, values: ReadonlyMap<string, unknown>): unknown {
  if (!values.has(name)) throw new Fault('config', `{{${name}}} has no value here`, 'capture it in a step before this one');
  return values.get(name);
}
