import { isDeviceName } from '../../model/device-name.ts';
import { Fault } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';
import { splitWords } from '../../model/word-match.ts';

/** What every host takes (`checks/limits`). */
const MAX_LENGTH = 64;

/**
 * The name of a tool, in snake_case, from what was typed: `findOrder`, `find-order` and `Find order` are all `find_order`.
 * @throws Fault (usage) for what cannot be the name of a tool, a function and a file
 */
export function toolName(given: string): string {
  const fail = (why: string) => new Fault('usage', `${quote(given, 80)} is no name for a tool: ${why}`, 'name what it does: find_order');
  if (!/^[A-Za-z0-9_ -]*$/.test(given)) throw fail('letters a to z, digits and _ make one');
  const name = splitWords(given).join('_');
  if (!/[a-z]/.test(name)) throw fail('there is no letter in it');
  if (/^\d/.test(name)) throw fail('it begins with a digit');
  if (name.length > MAX_LENGTH) throw fail(`it has ${name.length} characters, and ${MAX_LENGTH} is the most that every host takes`);
  if (isDeviceName(name)) throw fail('Windows keeps it for a device, and no file can have it');
  if (name === 'index') throw fail('the file of that name is the list of all tools');
  return name;
}

/** `find_order` is `findOrder`. */
export function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** `find_order` is `find-order`. */
export function kebabCase(name: string): string {
  return name.replaceAll('_', '-');
}
