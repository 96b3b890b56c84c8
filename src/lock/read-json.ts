import { readFileSync, type Stats, statSync } from 'node:fs';
import { type ParseError, parse } from 'jsonc-parser';
import { Fault, messageOf } from '../model/fault.ts';
import { lineOf, size } from '../model/text.ts';

/** Larger than any list of tools that a client would take: more is neither read nor written. */
export const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The text of a file that git keeps, such as a lock.
 * @param shown the file as messages name it
 * @returns null when there is none
 * @throws Fault (config) for what is no regular file, too large, or cannot be read
 */
export function readText(file: string, shown: string): string | null {
  let stats: Stats | undefined;
  try {
    stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) return null;
    if (!stats.isFile()) throw new Fault('config', `${shown} is ${stats.isDirectory() ? 'a folder' : 'no file'}`, 'name a file');
    if (stats.size > MAX_BYTES) throw new Fault('config', `${shown} is larger than ${size(MAX_BYTES)}`, 'name the right file');
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('config', `${shown} cannot be read: ${messageOf(error)}`);
  }
}

/**
 * The value of a JSON text.
 * @param hint what to do when it is none
 * @throws Fault (config) with line and column; one for what a merge left in it, and one for half a file
 */
export function parseJson(text: string, shown: string, hint: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const conflict = text.search(/^(?:<{7}|={7}|>{7})(?:\s|$)/m);
    if (conflict >= 0) throw new Fault('config', `${shown}:${lineOf(text, conflict).line}: it holds a merge conflict`, hint);
    if (!text.trim()) throw new Fault('config', `${shown} is empty`, hint);
    const { offset, isAtEnd } = firstError(text);
    const { line, column } = lineOf(text, offset);
    const why = isAtEnd ? 'it ends in the middle' : 'this is no JSON';
    throw new Fault('config', `${shown}:${line}:${column}: ${why}`, hint);
  }
}

/** Where JSON ends to be JSON; the messages of the engine do not always say it. */
function firstError(text: string): { offset: number; isAtEnd: boolean } {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    // It is nested too deeply for this parser.
  }
  const end = text.trimEnd().length;
  const { offset, length } = errors[0] ?? { offset: end, length: 0 };
  return { offset, isAtEnd: offset > 0 && offset + length >= end };
}
