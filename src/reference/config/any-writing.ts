import { escapeRegExp } from '../../model/text.ts';
import { cleanLine } from '../pages/clean-text.ts';

/**
 * The source of a regular expression for a value in a text of any kind: each character as it is, or as URLs, HTML, JSON and scripts write it, in any
 * mixture, as there is no one way that all of them escape. White space stands for any other, and invisible characters need not be there: results
 * fold the one and leave out the other.
 */
export function anyWriting(value: string): string {
  return value
    .split(/(\s+)/)
    .map((part) => (/^\s/.test(part) ? BLANKS : Array.from(part, writingsOf).join('')))
    .join('');
}

/** What a text says once nothing in it is escaped, all white space alike: quick to be looked through, and the same for every writing of a value. */
export function readAs(text: string): string {
  const plain = text
    .replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
    .replace(/\\{1,7}u([\da-f]{4})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/&#(?:x([\da-f]{1,8})|(\d{1,8}));?/gi, (_, digits, decimal) => String.fromCodePoint(codeOf(digits, decimal)))
    .replace(/&(\w{2,4});/g, (whole, name) => Object.keys(NAMED).find((each) => NAMED[each] === name) ?? (name === 'nbsp' ? ' ' : whole))
    .replace(/\\{1,8}[nrt]/g, ' ')
    .replace(/\\{1,8}(?=["'/\\]|$)/g, '');
  return cleanLine(plain.replace(/[\s+]+/g, ' '), Number.POSITIVE_INFINITY);
}

function codeOf(digits: string | undefined, decimal: string | undefined): number {
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return code <= 0x10ffff ? code : 0xfffd;
}

const BLANKS = '(?:\\s|\\+|%(?:20|09|0[aAdD]|[cC]2%[aA]0)|&nbsp;|&#(?:32|160);|\\\\{1,7}(?:[nrt]|u00[02aA][0-9a-dA-D])){1,40}';
const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

function writingsOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const named = NAMED[character];
  const ways = [
    // As many backslashes as JSON within JSON has.
    /["'/\\]/.test(character) ? `\\\\{0,7}${escapeRegExp(character)}` : escapeRegExp(character),
    Array.from(Buffer.from(character), (byte) => `%${hex(byte, 2)}`).join(''),
    Array.from({ length: character.length }, (_, at) => `\\\\{1,7}u${hex(character.charCodeAt(at), 4)}`).join(''),
    `&#(?:0{0,6}${code}|[xX]0{0,6}${hex(code, 1)});?`,
    ...(named === undefined ? [] : [`&${named};`]),
  ];
  return `(?:${ways.join('|')})${cleanLine(character, 4) === '' ? '?' : ''}`;
}

/** Its letters in either case. */
function hex(number: number, digits: number): string {
  return number
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
