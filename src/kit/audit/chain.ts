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
  const { account, agent, attempts, call, code, detail, env, grant, kind, ms, parameters } = event;
  const { principal, purpose, replayed, risk, steps, task, tool, trace } = event;
  // Written out in the order of their names: to sort them takes as long as all the rest.
  const last = nested('steps', steps) + text('task', task) + text('tool', tool) + text('trace', trace);
  const pieces: Draft['pieces'] = [
    text('account', account) +
      text('agent', agent) +
      text('at', at) +
      plain('attempts', attempts) +
      text('call', call) +
      text('code', code) +
      nested('detail', detail) +
      text('env', env) +
      text('grant', grant),
    text('kind', kind) + plain('ms', ms) + nested('parameters', parameters),
    text('principal', principal) + text('purpose', purpose) + plain('replayed', replayed) + text('risk', risk),
    last ? `,${last.slice(0, -1)}` : '',
  ];
  const size = pieces[0].length + pieces[1].length + pieces[2].length + pieces[3].length;
  if (size > MAX_TEXT) throw new Error(`an audit record of ${grouped(size)} characters is too long; ${grouped(MAX_TEXT)} is the most`);
  return { at, size, pieces };
}

function text(name: string, value: string | undefined): string {
  return value === undefined ? '' : `"${name}":${JSON.stringify(value)},`;
}

function plain(name: string, value: number | boolean | undefined): string {
  return value === undefined ? '' : `"${name}":${canonicalJson(value)},`;
}

function nested(name: string, value: object | undefined): string {
  return value === undefined ? '' : `"${name}":${jsonOf(value)},`;
}

function jsonOf(value: object): string {
  const json = canonicalJson(value);
  // The one trace that functions and the like leave in an object, as they have no JSON; rare enough in texts to look again then.
  if (json.includes('undefined')) JSON.parse(json);
  return json;
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
