import { isAbsolute } from 'node:path';
import { isPointer } from '../model/follow-pointer.ts';
import { isObject } from '../model/json.ts';
import { regexOf } from '../model/matcher.ts';
import { CASE_FORMAT } from '../model/saved-case.ts';
import { RISKS } from '../model/tool.ts';
import { boolean, type Check, is, listOf, mapOf, natural, number, object, oneOf, optional, orNull, present, text } from './shape.ts';

/** The longest sequence of calls. */
export const MAX_STEPS = 200;

const at = is('a JSON pointer', (value) => typeof value === 'string' && isPointer(value));
const regex = is('a regular expression', (value) => typeof value === 'string' && compiles(value));
const time = is('a time such as 2026-11-30T08:00:00Z', (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)));
const sha256 = is('64 hex digits', (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value));
const fingerprint = is('sha256: and 64 hex digits', (value) => typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value));
const folder = is('a folder within the one that holds cases/', (value) => typeof value === 'string' && isWithin(value));

const textMatcher: Check = (value) => (typeof value === 'string' ? null : object({ regex })(value));
/** A regular expression where the object is one; any other value is compared as it is. */
const matcher: Check = (value) => (isRegex(value) ? object({ regex })(value) : null);

const expectation = object({
  ok: optional(boolean),
  code: optional(text),
  retryable: optional(boolean),
  max_ms: optional(number),
  output_schema: optional(boolean),
  answered: optional(boolean),
  accepts_arguments: optional(boolean),
  denied: optional(boolean),
  raw_exception: optional(boolean),
  max_bytes: optional(number),
  text: optional(textMatcher),
  json: optional(mapOf(matcher)),
});

const step = object({
  id: is('letters and digits', (value) => typeof value === 'string' && /^\w{1,40}$/.test(value)),
  role: oneOf('setup', 'target'),
  name: text,
  tool: text,
  arguments: present,
  wire: orNull(text),
  wire_sha256: sha256,
  expect: expectation,
  capture: mapOf(at),
  bind: listOf(object({ at, from: text })),
  secrets: listOf(
    object({
      at,
      ref: is('env: and the name of a variable', (value) => typeof value === 'string' && /^env:[A-Za-z_]\w*$/.test(value)),
      mac: is('hmac-sha256: and 64 hex digits', (value) => typeof value === 'string' && /^hmac-sha256:[0-9a-f]{64}$/.test(value)),
      len: natural,
    }),
  ),
});

/** Looks whether a value has the members of a `SavedCase`. */
export const caseShape = object({
  format: oneOf(CASE_FORMAT),
  id: text,
  state: oneOf('open', 'regression'),
  created: time,
  seen: natural,
  note: text,
  parent: orNull(text),
  target: object({
    transport: oneOf('stdio', 'http', 'file'),
    launch: orNull(text),
    identity: optional(text),
    risk: optional(oneOf(...RISKS)),
    era: oneOf('legacy', 'modern', 'dual', 'bare'),
    protocol: text,
    server: orNull(object({ name: text, version: text })),
    tool_fingerprint: orNull(text),
    input_schema: present,
  }),
  env: object({ node: text, os: text, tool: text, git: orNull(text) }),
  site: orNull(folder),
  grants: listOf(object({ tools: listOf(text), origins: listOf(text) })),
  steps: (value) => listOf(present)(value) ?? numberOfSteps(value) ?? listOf(step)(value),
  expect: expectation,
  actual: object({
    class: oneOf('ok', 'tool_error', 'rpc_error', 'schema_violation', 'transport', 'timeout', 'policy_denied'),
    code: text,
    jsonrpc_code: orNull(number),
    retryable: orNull(boolean),
    elapsed_ms: number,
    message: text,
    failed: listOf(text),
    fingerprint,
    result: present,
    stderr_tail: listOf(text),
  }),
  compare: object({ ignore: listOf(at) }),
  gen: object({
    source: oneOf('call', 'check', 'smoke', 'replay', 'minimise', 'boundary', 'fast-check'),
    suite: optional(text),
    step: optional(text),
    seed: optional(number),
    path: optional(text),
  }),
});

function numberOfSteps(value: unknown): ReturnType<Check> {
  const count = Array.isArray(value) ? value.length : 0;
  return count >= 1 && count <= MAX_STEPS ? null : { at: '', message: `must be 1 to ${MAX_STEPS} calls, not ${count}` };
}

function isRegex(value: unknown): boolean {
  return isObject(value) && Object.keys(value).join() === 'regex';
}

function compiles(source: string): boolean {
  try {
    regexOf(source);
    return true;
  } catch {
    return false;
  }
}

/** A case from elsewhere must not have other folders of this machine served. */
function isWithin(path: string): boolean {
  return !isAbsolute(path) && !path.split(/[\\/]/).includes('..') && !path.includes('\0');
}
