import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../model/fault.ts';
import type { TemplateName } from '../templates.ts';

/** Words that no function or constant of TypeScript can be called. */
const TYPESCRIPT = `await break case catch class const continue debugger default delete do else enum export extends false finally for function
  if implements import in instanceof interface let new null package private protected public return static super switch this throw true try
  typeof var void while with yield arguments eval`;

/** The same of Python; and its built-in functions, which the code beside a new one uses. */
const PYTHON = `and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal
  not or pass raise return try while with yield abs all any bool bytes callable chr dict dir divmod enumerate eval exec filter float format
  getattr hasattr hash help hex id input int isinstance issubclass iter len list map max min next object open ord pow print range repr reversed
  round set setattr slice sorted str sum super tuple type vars zip`;

/** @throws Fault (usage) when the language of a project keeps the name for itself */
export function refuseReserved(template: TemplateName, identifier: string): void {
  const [words, language] = template === 'typescript' ? [TYPESCRIPT, 'TypeScript'] : [PYTHON, 'Python'];
  if (!words.split(/\s+/).includes(identifier)) return;
  throw new Fault('usage', `${identifier} means something in ${language}, so no tool can be called so`, `add a noun: ${identifier}_order`);
}

/**
 * @param places files, or folders of files, that declare tools; relative to `folder`
 * @throws Fault (usage) when one of them declares a tool of this name
 */
export function refuseDeclared(folder: string, places: readonly string[], name: string): void {
  const declares = new RegExp(`\\bname["']?\\s*[:=]\\s*(["'\`])${name}\\1`);
  const found = places.flatMap((place) => filesAt(folder, place)).find((file) => declares.test(readFileSync(join(folder, file), 'utf8')));
  if (found) throw new Fault('usage', `there is a tool ${name} already, in ${found}`, 'choose another name, or change that one');
}

/** @throws Fault (usage) when something else in a file goes by the name that a new tool would have there */
export function refuseTaken(file: string, text: string, identifier: string): void {
  const defined = [
    `^\\s*(?:export\\s+)?(?:async\\s+)?(?:def|class|const|let|var|function)\\s+X\\b`,
    `^X\\s*[:=]`,
    `\\bimport\\b.*\\bX\\b`,
    // What is handed to a function.
    `[(,]\\s*X\\s*:`,
  ];
  // A path of an import is no name: './find-order.ts'.
  const code = text.replace(/(["'`])(?:\\.|(?!\1|\n).)*\1/g, '');
  const found = code.match(new RegExp(defined.join('|').replaceAll('X', identifier), 'gm')) ?? [];
  if (found.length > 1) throw new Fault('usage', `${identifier} means something else in ${file}`, 'choose another name for the tool');
}

function filesAt(folder: string, place: string): string[] {
  const path = join(folder, place);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [place];
  return readdirSync(path)
    .filter((name) => /\.(?:ts|py)$/.test(name))
    .map((name) => `${place}/${name}`);
}
