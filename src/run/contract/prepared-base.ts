import type { JsonObject } from '../../model/json.ts';
import { inputSchema, type ToolDeclaration } from '../../model/tool.ts';
import { judgeValues } from '../../schema/judge-schemas.ts';
import type { LiveTester } from './live-tester.ts';
import { plainTrial } from './plain-trial.ts';
import type { PreparedTool } from './prepared-tool.ts';
import type { SuiteWay } from './suite-bases.ts';

/** What came of a suite's way to a tool. */
export interface PreparedBase {
  /** Null where there is none, or it leads nowhere. */
  value: JsonObject | null;
  /** Why it leads nowhere; else empty. */
  note: string;
}

/**
 * The arguments with which a suite calls a tool, once it has made what they name: by the fewest steps with which the call goes well, else by
 * the fewest that can be made.
 */
export async function preparedBase(tester: LiveTester, tested: PreparedTool): Promise<PreparedBase> {
  const { tool, way } = tested;
  if (!way) return { value: null, note: '' };
  let why = '';
  let possible: SuiteWay['needed'] | null = null;
  for (const steps of way.full.length > way.needed.length ? [way.needed, way.full] : [way.needed]) {
    const value = await madeBy(tester, tested, steps);
    why ||= tested.why;
    if (!value) continue;
    const misfit = await misfitOf(tool, value);
    if (misfit) return { value: null, note: `the suite's arguments are not used: ${misfit}` };
    possible ??= steps;
    const tried = await tester.repeat(plainTrial(tool, value, 'as-in-suite'), { ok: true }, false);
    if (tried?.played.seen.outcome !== 'ok') continue;
    // What this call has used up is there again for those that count.
    return { value: await madeBy(tester, tested, steps), note: '' };
  }
  const value = possible && (await madeBy(tester, tested, possible));
  return { value, note: value || tester.isOver ? '' : `the suite's way to it fails: ${why}` };
}

/** On an adapter on which nothing was done before, where we start it. */
async function madeBy(tester: LiveTester, tested: PreparedTool, steps: SuiteWay['needed']): Promise<JsonObject | null> {
  tester.renew();
  const place = await tester.subject.place();
  return place && tested.begin(place, steps);
}

/** What the schema has against arguments, in words; empty for nothing. */
async function misfitOf(tool: ToolDeclaration, value: JsonObject): Promise<string> {
  const [verdict] = await judgeValues(inputSchema(tool), [value]);
  const [first] = verdict?.violations ?? [];
  if (!verdict || verdict.unjudged) return 'its input schema could not be judged';
  return first ? `they do not fit its schema (${first.keyword}${first.at && ` at ${first.at}`})` : '';
}
