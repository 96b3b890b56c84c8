import { createHash, hash } from 'node:crypto';
import { canonicalJson } from '../../model/canonical-json.ts';
import { messageOf } from '../../model/fault.ts';
import { isObject } from '../../model/json.ts';
import { grouped } from '../../model/text.ts';
import type { AuditEvent, AuditRecord } from './record.ts';

/** `prev` of the first record of a chain. */
export const GENESIS = '0'.repeat(64);

/** The bytes of one line at most, so that reading a log, forwards or backwards, needs a bounded memory. */
export const MAX_LINE = 1024 * 1024;
/** The UTF-16 units of a record's text at most: three bytes each at worst, and what its place in the chain adds. */
const MAX_TEXT = 256 * 1024;

/** The members of an event and `at`, as their names sort; `hash`, `prev` and `seq` are the log's own, whatever an event says of them. */
const BEFORE_HASH = ['agent', 'account', 'at', 'attempts', 'call', 'code', 'detail', 'env', 'grant'].sort();
const BEFORE_PREV = ['kind', 'ms', 'parameters'];
const BEFORE_SEQ = ['principal', 'purpose', 'replayed', 'risk'];
const AFTER_SEQ = ['steps', 'task', 'tool', 'trace'];

/** The canonical line of an event, in pieces: `hash`, `prev` and `seq` will stand between them, as their names sort so. */
export interface Draft {
  /** RFC 3339 UTC with milliseconds. */
  at: string;
  /** UTF-16 units of the pieces. */
  size: number;
  pieces: readonly [string, string, string, string];
}

/**
 * What an event says at this moment: later changes of the object do not change the record.
 * @throws Error when it is no JSON (NaN, a circle, a function in an object) or longer than 262,144 characters
 */
export function draft(event: AuditEvent, at: string): Draft {
  // Member by member, in an order that is known: to sort them, or to make one object of it all, takes twice as long.
  const said = { ...event, at };
  const pieces: Draft['pieces'] = [
    membersOf(said, BEFORE_HASH, '', ','),
    membersOf(said, BEFORE_PREV, '', ','),
    membersOf(said, BEFORE_SEQ, '', ','),
    membersOf(said, AFTER_SEQ, ',', ''),
  ];
  const size = pieces[0].length + pieces[1].length + pieces[2].length + pieces[3].length;
  if (size > MAX_TEXT) throw new Error(`an audit record of ${grouped(size)} characters is too long; ${grouped(MAX_TEXT)} is the most`);
  return { at, size, pieces };
}

function membersOf(event: object, names: readonly string[], before: string, after: string): string {
  let text = '';
  for (const name of names) {
    const value: unknown = Reflect.get(event, name);
    if (value !== undefined) text += `${before}"${name}":${jsonOf(value)}${after}`;
  }
  return text;
}

function jsonOf(value: unknown): string {
  const text = canonicalJson(value);
  // The one trace that functions and the like leave in an object, as they have no JSON; rare enough in texts to look again then.
  if (typeof value === 'object' && text.includes('undefined')) JSON.parse(text);
  return text;
}

/** Gives a draft its place: the line (canonical JSON, RFC 8785, with its newline) and its hash. */
export function seal(
  { pieces: [beforeHash, beforePrev, beforeSeq, afterSeq] }: Draft,
  seq: number,
  prev: string,
): { line: string; sum: string } {
  const rest = `${beforePrev}"prev":"${prev}",${beforeSeq}"seq":${seq}${afterSeq}}`;
  const sum = hash('sha256', `{${beforeHash}${rest}`, 'hex');
  return { line: `{${beforeHash}"hash":"${sum}",${rest}\n`, sum };
}

/** What stands on a line: a record and the hash that its content gives, or why it is none. */
export type ReadLine = { record: AuditRecord; sum: string } | { record: null; why: string };

/** Reads one line, without its newline. */
export function readLine(bytes: Buffer): ReadLine {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    return { record: null, why: `no JSON: ${messageOf(error)}` };
  }
  if (!isRecord(value)) return { record: null, why: 'JSON, but no record of the log' };
  // Over the bytes, not over what they mean: so an edit that changes no value is seen as well.
  const member = Buffer.from(`"hash":"${value.hash}",`);
  const start = bytes.indexOf(member);
  const content = createHash('sha256').update(bytes.subarray(0, start));
  const sum = start < 0 ? '' : content.update(bytes.subarray(start + member.length)).digest('hex');
  return { record: value, sum };
}

const HASH = /^[0-9a-f]{64}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function isRecord(value: unknown): value is AuditRecord {
  if (!isObject(value)) return false;
  const { seq, at, prev, hash, kind } = value;
  const numbered = typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0;
  return numbered && matches(at, TIME) && matches(prev, HASH) && matches(hash, HASH) && typeof kind === 'string';
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
