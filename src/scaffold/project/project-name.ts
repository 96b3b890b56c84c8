import { builtinModules } from 'node:module';
import { isDeviceName } from '../../model/device-name.ts';
import { Fault } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';

/** Hosts put the name before those of the tools, as `mcp__shop__find_order`, and the whole may have 64 characters: half of it is for the tool. */
const MAX_LENGTH = 32;

/** Names that are something else already. */
const TAKEN = new Map([
  ['node_modules', 'npm takes no package of that name'],
  ['favicon.ico', 'npm takes no package of that name'],
  ['mcp-adapter', 'it is that of this toolkit'],
  ['reference', 'it is that of the bundled adapter'],
]);

/** Letters that Unicode does not take apart into one of a–z and a mark. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * The name of a project for npm, MCP and hosts: lower case, digits and hyphens, so `Mon Café` is `mon-cafe`.
 * @param text what was typed, or the name of the folder
 * @throws Fault (usage) that says why it can be no name, and how to give one
 */
export function projectName(text: string): string {
  const name = slug(text);
  const refuse = (why: string, instead: string): never => {
    throw new Fault('usage', `${quote(text, 60)} can be no name of a project: ${why}`, `give another, such as --name ${instead || 'shop'}`);
  };
  if (/[\\/]/.test(text)) return refuse('it is a path', slug(text.split(/[\\/]/).at(-1) ?? ''));
  if (text.startsWith('.')) return refuse('it begins with a dot', name);
  if (!name) return refuse(text.trim() ? 'nothing of it is a letter of a to z or a digit' : 'it is empty', '');
  const length = `it has ${name.length} characters, and with more than ${MAX_LENGTH} the names of its tools get too long for hosts`;
  if (name.length > MAX_LENGTH) return refuse(length, shortened(name));
  if (isDeviceName(name)) return refuse('Windows keeps it for a device', `${name}-adapter`);
  const taken = TAKEN.get(text.toLowerCase()) ?? TAKEN.get(name);
  if (taken) return refuse(taken, `my-${name}`);
  if (builtinModules.includes(name)) return refuse('it is that of a module of Node', `${name}-adapter`);
  return name;
}

/** The name for people: `my-shop` is `My Shop`. */
export function titleOf(name: string): string {
  return name.replace(/(^|-)(.)/g, (_, hyphen: string, letter: string) => (hyphen && ' ') + letter.toUpperCase());
}

/** The text in lower case, digits and hyphens; what cannot be written so is left out. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/['’\p{M}]/gu, '')
    .replace(/[^a-z0-9]/g, (character) => LETTERS[character] ?? '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The name as far as it fits, whole words where there are some. */
function shortened(name: string): string {
  const cut = name.slice(0, MAX_LENGTH + 1);
  return cut.lastIndexOf('-') > 0 ? cut.slice(0, cut.lastIndexOf('-')) : 'shop';
}
