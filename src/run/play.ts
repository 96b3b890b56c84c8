import { stepsIn, valueAt } from '../model/envelope.ts';
import type { CallRecord } from '../model/evidence.ts';
import { resultOf } from '../model/exchange.ts';
import type { Expectation, Mismatch } from '../model/expectation.ts';
import { member } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';
import type { StepRecord } from '../model/run.ts';
import { shorten } from '../model/text.ts';
import type { ToolDeclaration } from '../model/tool.ts';
import { type CallWish, callTool } from './calls.ts';
import { maskedJson } from './masked-json.ts';
import { observe, SUCCEEDS, unmet } from './observe.ts';
import type { Place } from './place.ts';
import { argumentSummary, traceCall } from './trace-call.ts';

/** One call of a sequence, judged: what cases are made of. */
export interface Played {
  /** The step's name in a suite, else the tool's. */
  name: string;
  record: CallRecord;
  seen: Observation;
  expect: Expectation;
  /** JSON pointers to what is not compared. */
  ignore: readonly string[];
  /** Empty when it met what was expected. */
  mismatches: Mismatch[];
}

interface PlayWish {
  name: string;
  expect?: Expectation;
  /** JSON pointers to what is not compared. */
  ignore?: readonly string[];
  /** JSON pointers to what later calls need of the result. */
  captures?: readonly string[];
}

/** Makes one call, judges it, and writes it to the trace. Of what failed only what may be told is kept. */
export async function play(
  { session, mask }: Pick<Place, 'session' | 'mask'>,
  tool: ToolDeclaration | null,
  wish: CallWish,
  { name, expect = SUCCEEDS, ignore = [], captures = [] }: PlayWish,
): Promise<Played> {
  const { frames } = session.channel;
  const startMs = frames.now();
  const record = await callTool(session, tool, wish);
  const seen = await observe(record);
  const judged = { name, record, seen, ...needing(captures, seen, { expect, ignore }) };
  const played: Played = { ...judged, mismatches: unmet(judged.expect, seen, judged.ignore) };
  if (played.mismatches.length) Object.assign(played, tellable(played, mask));
  traceCall(frames, {
    name,
    tool: record.name,
    taskId: taskIdOf(record),
    arguments: argumentSummary(record.arguments),
    startMs,
    ms: record.exchange.ms,
    outcome: seen.outcome,
    code: seen.code,
    attempts: seen.attempts,
    steps: stepsIn(resultOf(record.exchange)),
  });
  return played;
}

/** Where nothing is that later calls need, a value is expected: a case of this call then fails until it is there. */
function needing(
  captures: readonly string[],
  seen: Observation,
  { expect, ignore }: Pick<Played, 'expect' | 'ignore'>,
): Pick<Played, 'expect' | 'ignore'> {
  const lacking = captures.filter((at) => valueAt(seen.result, at) === undefined);
  if (!lacking.length || unmet(expect, seen, ignore).length) return { expect, ignore };
  const there = Object.fromEntries(lacking.map((at) => [at, { any: true as const }]));
  return {
    expect: { ...expect, json: { ...expect.json, ...there } },
    ignore: ignore.filter((each) => !lacking.some((at) => at === each || at.startsWith(`${each}/`))),
  };
}

/** A failure with its secrets hidden, before its words are cut: half a secret is recognised by nobody. */
function tellable({ expect, ignore, seen, mismatches }: Played, mask: (text: string) => string): Pick<Played, 'seen' | 'mismatches'> {
  const masked = { ...seen, message: mask(seen.message), result: maskedJson(seen.result, mask) };
  const told = new Map(unmet(expect, masked, ignore).map(({ check, message }) => [check, message]));
  return { seen: masked, mismatches: mismatches.map(({ check, message }) => ({ check, message: told.get(check) ?? mask(message) })) };
}

/** A judged call as a run reports it. */
export function stepOf({ name, record, seen, mismatches }: Played): StepRecord {
  const failed = mismatches.length > 0;
  return {
    name,
    status: failed ? 'failed' : 'passed',
    tool: record.name,
    outcome: seen.outcome,
    code: seen.code,
    ms: Math.round(seen.ms),
    taskId: taskIdOf(record),
    result: null,
    steps: stepsIn(resultOf(record.exchange)),
    ...(failed && seen.outcome !== 'ok' ? { message: shorten(seen.message, 400) } : {}),
    ...(failed ? { mismatches: mismatches.map(({ message }) => message) } : {}),
  };
}

/** The task that a call belongs to, if it says so. */
export function taskIdOf(record: CallRecord): string | null {
  const task = member(record.arguments, 'task_id');
  return typeof task === 'string' ? task : null;
}
