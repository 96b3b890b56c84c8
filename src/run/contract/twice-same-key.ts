import { randomInt } from 'node:crypto';
import { readEnvelope, valueAt } from '../../model/envelope.ts';
import { isObject, type JsonObject, keysIn, member } from '../../model/json.ts';
import { shorten, some } from '../../model/text.ts';
import { inputSchema, propertiesOf, type ToolDeclaration } from '../../model/tool.ts';
import { judgeValues } from '../../schema/judge-schemas.ts';
import { namesThing } from '../../schema/sample/sample-text.ts';
import { fits } from '../../schema/verdicts.ts';
import type { Played } from '../play.ts';
import { keyParameters, underKey } from './idempotency-key.ts';
import { plainTrial } from './plain-trial.ts';
import { differences, mayDiffer } from './twice-compare.ts';
import { asFirst, judged, type TwiceTester } from './twice-keep.ts';
import { otherArguments } from './twice-others.ts';
import { refusal, shown, type Twice, tell } from './twice-telling.ts';

/** The same seed makes the same calls, and a server that remembers the last run would answer them from memory. */
const RUN = randomInt(1_000_000_000);

/** Makes one call twice under one key, then others under the same key. */
export async function sameKeyTwice(tester: TwiceTester, tool: ToolDeclaration, base: JsonObject): Promise<Twice> {
  const names = keyParameters(tool);
  const hint = member(member(tool.raw, 'annotations'), 'idempotentHint');
  const [isPromised, isDenied] = [hint === true, hint === false];
  if (!names.length && !isPromised) return { calls: 0, note: '' };
  // A task alone tells calls apart only where the tool does not say otherwise: many calls are of one task.
  if (isDenied && names.every((name) => name === 'task_id')) return { calls: 0, note: '' };
  // Of what was prepared for the calls the task is the owner.
  const own = tester.subject.tested?.hasTask ? names.filter((name) => name !== 'task_id') : names;
  const args = await withOwnKey(tool, base, own);
  const trial = plainTrial(tool, args, 'twice/same-key');
  const first = await tester.play(trial, { ok: true });
  if (first?.seen.outcome !== 'ok') return { calls: 1, note: first ? refusal(first) : '' };
  const second = await tester.play(trial, { answered: true });
  if (!second) return { calls: 2, note: '' };
  const found = names.length ? withKey(first, second, tool, names) : withoutKey(first, second);
  if (found) await tell(tester, trial, 'not-idempotent', [first, found.second], found.what);
  if (found || !names.includes('task_id') || !readEnvelope(first.seen.result)) return { calls: 2, note: '' };
  return { calls: 2 + (await othersUnderKey(tester, tool, { args, names, first })), note: '' };
}

/** The second answer must be the first's, whether it says so or not. What fails for now, or without an answer, proves nothing. */
function withKey(first: Played, second: Played, tool: ToolDeclaration, names: readonly string[]): { second: Played; what: string } | null {
  const same = `the same ${some(names)}`;
  const { outcome, retryable, code, result } = second.seen;
  if (outcome === 'timeout' || outcome === 'transport' || retryable === true) return null;
  const ignore = mayDiffer([first.seen.result, result], first.record.arguments);
  if (outcome !== 'ok')
    return { second: asFirst(first, second, '', ignore), what: `${same} again fails (${shorten(code, 60)}) after it went well` };
  const apart = differences(first.seen.result, result, ignore);
  const [{ at } = { at: '' }] = apart;
  if (apart.length)
    return {
      second: asFirst(first, second, at, ignore),
      what: `${same} twice gives two results, which differ at ${shown(apart.map((each) => each.shown))}`,
    };
  if (!saysReplayed(tool) || valueAt(result, '/replayed') === true) return null;
  return {
    second: judged(second, { ok: true, json: { '/replayed': true } }),
    what: `${same} twice is done twice: the second answer lacks replayed: true, which its output schema declares`,
  };
}

/** An adapter that only says idempotentHint may answer a repeat in its own way; another id tells of another thing. */
function withoutKey(first: Played, second: Played): { second: Played; what: string } | null {
  if (second.seen.outcome !== 'ok') return null;
  const ignore = mayDiffer([first.seen.result, second.seen.result], first.record.arguments);
  const ids = differences(first.seen.result, second.seen.result, ignore).filter(({ shown: at }) => namesThing(keysIn(at).at(-1) ?? ''));
  const [one] = ids;
  if (!one) return null;
  const what = `the same call twice makes two, though it says idempotentHint: true: they differ at ${shown(ids.map((each) => each.shown))}`;
  return { second: asFirst(first, second, one.at, ignore), what };
}

/** Does the tool declare that it says when an answer is an earlier one? */
function saysReplayed({ raw }: ToolDeclaration): boolean {
  return isObject(member(propertiesOf(member(raw, 'outputSchema')), 'replayed'));
}

/** Other arguments under one key must be refused: who answers them has mistaken them for the first, or done something else as well. */
async function othersUnderKey(
  tester: TwiceTester,
  tool: ToolDeclaration,
  { args, names, first }: { args: JsonObject; names: readonly string[]; first: Played },
): Promise<number> {
  const others = await otherArguments(tool, args, names);
  for (const [index, { name, value }] of others.entries()) {
    const trial = plainTrial(tool, value, 'twice/other-arguments');
    const played = await tester.play(trial, { ok: false });
    if (!played) return index;
    if (played.seen.outcome !== 'ok') continue;
    const what = `${some(names)} of another call are taken: with another ${shorten(name, 40)} the call succeeds, expected task_conflict`;
    await tell(tester, trial, 'not-idempotent', [first, judged(played, { ok: false, code: 'task_conflict' })], what);
    return index + 1;
  }
  return others.length;
}

/** The arguments under a key that no other call has, of this run or another on the same server, where the schema takes it. */
async function withOwnKey(tool: ToolDeclaration, base: JsonObject, names: readonly string[]): Promise<JsonObject> {
  const own = underKey(base, names, `contract-${RUN}-${tool.index + 1}`);
  const [verdict] = await judgeValues(inputSchema(tool), [own]);
  return fits(verdict) ? own : base;
}
