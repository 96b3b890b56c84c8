import { payloadOf, readEnvelope, textsOf } from '../../model/envelope.ts';
import type { CallRecord } from '../../model/evidence.ts';
import { resultOf } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { description, type ToolDeclaration } from '../../model/tool.ts';

/** The words with which a result that is no error result tells of a failure of the tool; null when it does not. */
export function failureIn(call: CallRecord): string | null {
  const result = resultOf(call.exchange);
  if (!result || result.isError === true) return null;
  const envelope = readEnvelope(result);
  if (envelope) return envelope.ok ? null : envelope.message || envelope.code;
  const payload = payloadOf(result);
  const [text = ''] = textsOf(result);
  if (reportsFailures(call.tool)) return null;
  if (isObject(payload)) return isFailureObject(payload) ? text || JSON.stringify(payload) : null;
  if (payload !== undefined) return null;
  return isFailureText(text, readsTexts(call.tool)) ? text : null;
}

/** Members of an answer that is about its own failure; any other member makes it a record, whose failure may be its subject. */
const ABOUT_FAILURE = new Set(
  (
    'ok success error iserror is_error message msg code errorcode error_code errortype error_type status statuscode status_code detail details ' +
    'reason type title instance retryable attempts hint suggestion task_id elapsed_ms request_id requestid trace_id traceid timestamp stack ' +
    'data result errors messages name cause content'
  ).split(' '),
);

function isFailureObject(payload: JsonObject): boolean {
  const entries = Object.entries(payload).map(([key, value]) => [key.toLowerCase(), value] as const);
  if (!entries.every(([key]) => ABOUT_FAILURE.has(key))) return false;
  const lower = new Map(entries);
  // A list of errors beside no empty data is what a linter or a validator reports.
  const isEmpty = (key: string) => lower.has(key) && (lower.get(key) === null || lower.get(key) === undefined);
  if (!['data', 'result'].every((key) => !lower.has(key) || isEmpty(key))) return false;
  const errors = lower.get('errors');
  if (Array.isArray(errors)) return errors.length > 0 && (isEmpty('data') || isEmpty('result'));
  const error = lower.get('error');
  const told = (typeof error === 'string' && !isNothing(error)) || (isObject(error) && Object.keys(error).length > 0);
  const denied =
    lower.get('ok') === false || lower.get('success') === false || lower.get('iserror') === true || lower.get('is_error') === true;
  const failed =
    /^(error|failed|failure)$/i.test(String(lower.get('status') ?? '')) &&
    ['message', 'error', 'detail', 'reason'].some((key) => lower.has(key));
  return told || error === true || denied || failed;
}

/** Beginnings that a tool writes about its own failure. */
const OWN_FAILURE = [
  // "Error: card declined", "[ERROR] …", "TypeError: …", "Unexpected error (402): …", "Internal Server Error"
  /^\W{0,4}((an?|the) )?((fatal|unexpected|internal|unhandled|unknown|runtime|server|network|api|http|tool|mcp|database|connection|request|validation|authentication|authorization) ){0,2}(error|exception|failure)(?:\]|\s*[:：]|\s+[-–—]|\s*[([]|!|\.?$)/i,
  /^\W{0,4}[A-Za-z_.]{0,60}(Error|Exception)(?:\s*\(|:)\s?\S/,
  // "Error executing tool pay: …", "Error 500: …"
  /^\W{0,4}(an )?error (while |when )?(executing|calling|running|fetching|processing|connecting|loading|reading|writing|creating|updating|deleting|sending|opening|parsing|occurred|occured|in tool)\b/i,
  /^\W{0,4}((http|api)( error| status)?|error)( code)?:? [45]\d\d\b(?! (page|result|error|time))/i,
  /^\W{0,4}(failed to|could not|couldn't|unable to) [a-z]+/i,
  /^\W{0,4}(cannot|can't) (find|open|read|write|connect|load|access|reach|process|complete|parse|create|delete|update|get|execute|fetch)\b/i,
  /^\W{0,4}[a-z]+( [a-z]+){0,2} failed(?: with|:|!|\.|$)/i,
  /^\W{0,4}(access denied|permission denied|unauthorized|forbidden|connection refused|request timed out|operation timed out|timed out)\b(?:[:.!,]|\s+(while|after|for|to|by)|$)/i,
  /^\W{0,4}traceback \(most recent call last\)/i,
  /^\W{0,4}(fehler|erreur|errore|ошибка|错误|錯誤|エラー|오류)\s*[:：]/i,
];
const MARKS = /^(❌|🚫|⛔|✖|✗|🔴)/u;

/** Longer texts are documents or reports, whatever their first line says. */
const MAX_TEXT = 2_000;

function isFailureText(text: string, reader: boolean): boolean {
  if (text.length > MAX_TEXT) return /^\s*traceback \(most recent call last\)/i.test(text.slice(0, 200)) && !reader;
  const lines = text.trim().split('\n');
  const first = (lines[0] ?? '').trim();
  if (reader && lines.length > 1) return false;
  // A list of passed and failed things, or one line for each, is a report.
  const isReport =
    /[✅✓✔]/u.test(text) ||
    lines.slice(1).some((line) => MARKS.test(line.trim()) || /^\W{0,3}(error|warn|warning|info|debug)\b/i.test(line.trim()));
  if (isReport || isCount(first)) return false;
  return (
    (MARKS.test(first) && !/\b\d+ (of \d+ )?[a-z ]{0,20}(tests?|checks?|problems?|errors?|issues?|failures?|failed)\b/i.test(first)) ||
    OWN_FAILURE.some((pattern) => pattern.test(first.slice(0, 400)))
  );
}

/** "Errors: 0", "Error: none", "Failed: 3 of 12" count failures and report none of the tool's own. */
function isCount(line: string): boolean {
  const after = line.slice(0, 200).split(/[:：]/)[1];
  return !!after?.trim() && (isNothing(after) || /^\s*\d+(\.\d+)?\s*(%|of\b|\/|errors?\b|found\b|,|$)/i.test(after));
}

function isNothing(text: string): boolean {
  return (
    /^[\s"'.,;!()-]*(none|no|null|nil|n\/a|false|0|no errors?( found)?|nothing)?[\s"'.,;!()-]*$/i.test(text.slice(0, 60)) &&
    text.length < 60
  );
}

/** Tools whose successful answer is about errors: logs, tests, linters, traces. */
function reportsFailures(tool: ToolDeclaration | null): boolean {
  if (!tool) return false;
  const words = wordsOf(tool.name);
  const topics =
    /^(logs?|errors?|exceptions?|failures?|traces?|tracebacks?|stacktrace|crash(es)?|lint|linter|tests?|diagnostics?|diagnose|incidents?|debug|console|stderr|explain|alerts?|sentry|events?|validate|verify|status|health)$/;
  return (
    words.some((word) => topics.test(word)) ||
    /\b((?:the|of|from|server|application|recent|all) logs|log (?:lines?|files?|entries|output)|stack ?traces?|tracebacks?|lint|linter|diagnostics|test results?|crash reports?|error (messages?|reports?|logs?|details)|exceptions|explains?)\b/i.test(
      description(tool).slice(0, 2_000),
    )
  );
}

/** Tools that hand on texts of others, which may begin with anything. */
function readsTexts(tool: ToolDeclaration | null): boolean {
  return (
    !!tool &&
    wordsOf(tool.name).some((word) =>
      /^(read|search|find|docs?|documentation|file|files|page|fetch|browse|cat|grep|query|mail|email|messages?|notes?|issues?|snippets?|lookup|wiki|article|translate)$/.test(
        word,
      ),
    )
  );
}

function wordsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
