import { payloadOf, textsOf, valueAt } from '../model/envelope.ts';
import type { Expectation, Matcher, Mismatch } from '../model/expectation.ts';
import { follow } from '../model/follow-pointer.ts';
import { isObject, kindOf, member } from '../model/json.ts';
import { isPattern } from '../model/matcher.ts';
import type { Observation } from '../model/observation.ts';
import { grouped, quote, shorten, some } from '../model/text.ts';
import { denialIn } from './denied.ts';
import { matches, matchesRegex } from './matches.ts';

/** Characters of what an adapter says of its failure: what to do next stands at the end. */
const MESSAGE = 400;

/**
 * Every way in which a call did not meet what was expected of it, in the order of the expectation's members; empty when it did. What the
 * expectation leaves out is not looked at, and nothing more once `ok` or `denied` is not met.
 */
export function mismatches(expect: Expectation, seen: Observation): Mismatch[] {
  const found: Mismatch[] = [];
  const miss = (check: string, message: string | null): void => {
    if (message !== null) found.push({ check, message });
  };
  const { ok, code, retryable, max_ms, output_schema, text, json = {} } = expect;
  if (expect.answered !== undefined) miss('answered', answerMiss(expect.answered, seen));
  // Of an answer that did not come nothing else can be said.
  if (found.length) return found;
  if (ok !== undefined) miss('ok', okMiss(expect, seen));
  if (expect.denied !== undefined) miss('denied', denialMiss(expect.denied, seen));
  // What is missing from the answer of a call that failed, or went well against the expectation, is only a consequence.
  if (found.length) return found;
  if (code !== undefined && seen.code !== code) miss('code', `the code is ${quote(seen.code)}, expected ${quote(code)}`);
  if (retryable !== undefined && seen.retryable !== retryable)
    miss('retryable', `retryable is ${seen.retryable ?? 'not said'}, expected ${retryable}`);
  if (max_ms !== undefined && seen.ms > max_ms)
    miss('max_ms', `it took ${grouped(Math.ceil(seen.ms))} ms, expected at most ${grouped(max_ms)} ms`);
  if (output_schema !== undefined) miss('output_schema', schemaMiss(output_schema, seen));
  if (expect.accepts_arguments !== undefined) miss('accepts_arguments', refusalMiss(expect.accepts_arguments, seen));
  if (expect.raw_exception !== undefined) miss('raw_exception', exceptionMiss(expect.raw_exception, seen));
  if (expect.max_bytes !== undefined && seen.bytes > expect.max_bytes)
    miss('max_bytes', `the result is ${grouped(seen.bytes)} bytes of text, expected at most ${grouped(expect.max_bytes)}`);
  if (text !== undefined) miss('text', textMiss(text, seen));
  for (const [at, matcher] of Object.entries(json)) miss(`json${at}`, jsonMiss(at, matcher, seen));
  return found;
}

function answerMiss(wanted: boolean, { outcome, code, message }: Observation): string | null {
  const came = outcome !== 'transport' && outcome !== 'timeout';
  if (came === wanted) return null;
  if (came) return 'an answer came, expected none';
  return `no answer came (${[outcome, ...(code === outcome ? [] : [code])].join(', ')})${message && `: ${quote(message, MESSAGE)}`}`;
}

function denialMiss(wanted: boolean, seen: Observation): string | null {
  if (seen.outcome === 'transport' || seen.outcome === 'timeout') return answerMiss(true, seen);
  const denial = denialIn(seen);
  if ((denial !== null) === wanted) return null;
  const { outcome, code } = seen;
  return wanted
    ? `the call was let through (${outcome === 'ok' ? 'it went well' : quote(code)}), expected that the caller is denied it`
    : `the caller was denied it (${denial}), expected that the call is let through`;
}

function refusalMiss(accepts: boolean, { refusesArguments, message }: Observation): string | null {
  if (refusesArguments !== accepts) return null;
  return accepts
    ? `the arguments were refused${message && `: ${quote(message, MESSAGE)}`}, expected that they are not`
    : 'the call was not refused for its arguments';
}

function exceptionMiss(wanted: boolean, { rawException, message }: Observation): string | null {
  if ((rawException !== null) === wanted) return null;
  return wanted ? 'the answer shows no exception' : `the answer shows ${rawException}: ${quote(message, MESSAGE)}`;
}

function okMiss({ ok, code: wanted }: Expectation, { outcome, code, message }: Observation): string | null {
  // An adapter that says nothing has not refused anything.
  if (!ok && wanted === undefined && (outcome === 'transport' || outcome === 'timeout'))
    return `no answer came (${[outcome, ...(code === outcome ? [] : [code])].join(', ')}), expected a refusal`;
  if (ok === (outcome === 'ok')) return null;
  const words = [outcome, ...(code === outcome ? [] : [code])].join(', ');
  return ok
    ? `the call failed (${words})${message && `: ${quote(message, MESSAGE)}`}, expected success`
    : 'the call succeeded, expected a failure';
}

function schemaMiss(fits: boolean, { schemaProblem }: Observation): string | null {
  if (fits === (schemaProblem === null)) return null;
  return fits
    ? `the result does not fit the output schema: ${shorten(schemaProblem ?? '')}`
    : 'the result fits the output schema, expected that it does not';
}

function textMiss(text: NonNullable<Expectation['text']>, { result, message }: Observation): string | null {
  // Where no result came, the error is what there is to read.
  const texts = isObject(result) ? textsOf(result) : [message];
  // A template may have made a number of a text.
  const [what, met] =
    typeof text === 'object'
      ? [`matches /${shorten(text.regex)}/`, texts.some((each) => matchesRegex(text.regex, each))]
      : [`holds ${quote(String(text))}`, texts.some((each) => each.includes(String(text)))];
  if (met) return null;
  const [first] = texts;
  return first ? `no text of the result ${what}; the first is ${quote(first)}` : `the result has no text, expected one that ${what}`;
}

function jsonMiss(at: string, matcher: Matcher, { result }: Observation): string | null {
  const value = valueAt(result, at);
  if (value === undefined) return `${shorten(at) || 'the result'} is not there: ${insteadOf(at, result)}`;
  return matches(matcher, value) ? null : `${shorten(at) || 'the result'} is ${short(value)}, expected ${wanted(matcher)}`;
}

/** How far a pointer leads, and what is there. */
function insteadOf(pointer: string, result: unknown): string {
  if (!isObject(result)) return 'no result came';
  const payload = payloadOf(result);
  if (payload === undefined) return `the result holds no JSON, ${textOf(result)}`;
  const { at, value } = follow(payload, pointer);
  const what = Array.isArray(value)
    ? `an array of ${grouped(value.length)}`
    : isObject(value)
      ? `an object with ${keys(value)}`
      : short(value);
  return `${shorten(at) || 'the result'} is ${what}`;
}

/** The text that is there instead of JSON, and its pointer where that is the usual one. */
function textOf(result: unknown): string {
  const usual = '/content/0/text';
  const first = textsOf(result)[0];
  if (first === undefined) return 'and no text';
  return valueAt(result, usual) === first ? `${usual} is ${quote(first)}` : `its first text is ${quote(first)}`;
}

function keys(value: object): string {
  const names = Object.keys(value).map((name) => quote(name, 40));
  return names.length ? `the keys ${some(names)}` : 'no keys';
}

function short(value: unknown): string {
  return typeof value === 'string' ? quote(value) : shorten(JSON.stringify(value) ?? kindOf(value));
}

function wanted(matcher: Matcher): string {
  if (!isPattern(matcher)) return short(matcher);
  const [type, regex, min, max] = ['type', 'regex', 'min', 'max'].map((key) => member(matcher, key));
  const parts = [
    ...(type === undefined ? [] : [type === 'null' ? 'null' : `${/^[aio]/.test(String(type)) ? 'an' : 'a'} ${type}`]),
    ...(regex === undefined ? [] : [`a text that matches /${shorten(String(regex))}/`]),
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ];
  return parts.join(', ') || 'anything';
}
