import { payloadOf, textsOf } from '../model/envelope.ts';
import { isObject, member } from '../model/json.ts';

const MAX_LENGTH = 60;

/**
 * The stable code that a failing result without an envelope holds all the same, in snake case: in a member of its data (`code`,
 * `error.code`, `error_code`, `errorCode`, `error`), or as the first word of its text (`NOT_FOUND: no such order`, `[E1234] …`,
 * `error: order_not_found`). Null when there are only free words, as these change.
 */
export function codeIn(result: unknown): string | null {
  const payload = payloadOf(result);
  return isObject(payload) ? codeInData(payload) : codeAtStart(textsOf(result)[0] ?? '');
}

function codeInData(payload: unknown): string | null {
  const error = member(payload, 'error');
  const candidates = [
    member(payload, 'code'),
    ...['code', 'error_code', 'errorCode'].map((key) => member(error, key)),
    member(payload, 'error_code'),
    member(payload, 'errorCode'),
    error,
  ];
  return candidates.map(snake).find((code) => code !== null) ?? null;
}

/** What a program writes before what it wants to say. */
const PREAMBLE = /^\W{0,3}(?:error|err|fatal)\b(?:\]\s*|\s*[:-]\s*)/i;
/** `NOT_FOUND`, `order_not_found`, `E1234`, `ERR_404`: no word of a language looks like that. */
const CODE = String.raw`[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|E(?:RR)?[A-Z]?\d{2,6}`;
const AT_START = new RegExp(String.raw`^(?:\[(?:code:? ?)?(${CODE})\]|(${CODE})(?=\s*(?::|$)|\s+[-–—(]))`);

function codeAtStart(text: string): string | null {
  const start = text.slice(0, 200).trimStart().replace(PREAMBLE, '');
  const [, bracketed, plain] = AT_START.exec(start) ?? [];
  return snake(bracketed ?? plain);
}

/** One word of letters, digits and the signs between them as `[a-z0-9_]`, a whole number as its digits; null for anything else. */
function snake(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value !== 0 ? String(Math.abs(value)) : null;
  if (typeof value !== 'string' || value.length > 200 || !WORD.test(value)) return null;
  const code = value
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, MAX_LENGTH)
    .replace(/_+$/, '');
  return /^(?:ok|success|none|null)?$/.test(code) ? null : code;
}

const WORD = /^(?:[A-Za-z][A-Za-z0-9_]*(?:[.:/-][A-Za-z0-9_]+)*|-?\d{1,6})$/;
