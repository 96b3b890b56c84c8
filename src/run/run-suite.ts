import { payloadOf, valueAt } from '../model/envelope.ts';
import type { CallRecord } from '../model/evidence.ts';
import { Fault } from '../model/fault.ts';
import { isObject, type JsonObject, kindOf, pointer } from '../model/json.ts';
import type { StepRecord } from '../model/run.ts';
import { quote } from '../model/text.ts';
import type { Suite, SuiteStep } from '../suite/suite.ts';
import type { SuiteVariable } from '../suite/suite-variables.ts';
import { referencesIn, render } from '../suite/template.ts';
import type { Keeping, RunOptions } from './options.ts';
import { CUT_SHORT, endOf, type Place, takesGrants, toolAt } from './place.ts';
import { type Played, play, stepOf } from './play.ts';

/** One suite on one adapter. */
export interface SuiteRun {
  suite: Suite;
  place: Place;
  options: RunOptions;
  /** The adapter's state folder. */
  state: string;
  keeping: Keeping;
  /** `{{run}}` */
  run: string;
  /** `{{env:NAME}}` */
  variables: readonly SuiteVariable[];
  /** Calls that failed are added, for a diagnosis. */
  failed: CallRecord[];
}

/** Where a name of a template gets its value: null while its step has not passed. */
type Sources = Map<string, { step: string; passed: boolean }>;

/** Runs the steps of a suite in order; what was granted for them is taken back afterwards. */
export async function runSuite(it: SuiteRun): Promise<StepRecord[]> {
  const { suite, place } = it;
  // Most suites need no pages and no grants, and most steps pass: what these need is loaded when they do.
  const pages = it.options.site === undefined ? suite.site : null;
  const served = pages ? await (await import('../suite/serve-site.ts')).serveSite(pages) : null;
  const site = it.options.site ?? served?.url;
  const values = new Map<string, unknown>([
    ['run', it.run],
    ...it.variables.map(({ name, value }): [string, string] => [`env:${name}`, value]),
  ]);
  if (site !== undefined) values.set('site', site);
  values.set('task', render(suite.task, values));
  let takeBack = async (): Promise<void> => {};
  try {
    if (suite.grants.length) {
      const why = takesGrants(place) ? null : NO_STATE;
      if (why) return suite.steps.map((step) => errored(step, why));
      const { grantTo } = await import('./grant-to.ts');
      takeBack = await grantTo(it.state, String(values.get('task')), suite.grants, values, suite.steps.length);
    }
    return await runSteps(it, values);
  } finally {
    await takeBack();
    await served?.close();
  }
}

const NO_STATE =
  'the suite needs grants, and this adapter does not say that it reads them (capabilities.experimental["mcp-adapter"].state is not 1)';

async function runSteps(it: SuiteRun, values: Map<string, unknown>): Promise<StepRecord[]> {
  const { suite, place, options } = it;
  const sources: Sources = new Map();
  const calls: { step: SuiteStep; played: Played }[] = [];
  const records: StepRecord[] = [];
  for (const step of suite.steps) {
    options.onEvent({ kind: 'phase', text: `${suite.name}: ${step.name}` });
    for (const name of Object.keys(step.capture)) sources.set(name, { step: step.name, passed: false });
    const lacking = referencesIn([step.arguments, step.expect]).find((name) => sources.get(name)?.passed === false);
    const { tool, fault } = await toolAt(place, step.tool);
    const reason = lacking
      ? `${quote(sources.get(lacking)?.step ?? '')}, which captures {{${lacking}}}, did not pass`
      : (endOf(place) ?? (fault && `${fault.message}; ${fault.hint}`));
    if (reason) {
      records.push(errored(step, reason));
      continue;
    }
    const filled = fill(step, values);
    if (filled instanceof Fault) {
      records.push(errored(step, `${step.place}: ${filled.message}`));
      continue;
    }
    const { args, expect } = filled;
    const wish = { name: step.tool, arguments: args, text: JSON.stringify(args) };
    const played = await play(place, tool, wish, {
      name: step.name,
      expect,
      ignore: step.ignore,
      captures: Object.values(step.capture),
    });
    if (options.open.signal.aborted) {
      records.push(errored(step, CUT_SHORT));
      continue;
    }
    capture(step, played, values);
    calls.push({ step, played });
    const passed = !played.mismatches.length;
    if (!passed) it.failed.push(played.record);
    for (const name of Object.keys(step.capture)) sources.set(name, { step: step.name, passed });
    const saved = passed
      ? null
      : await (await import('./keep-case.ts')).keepCase({
          ...it,
          played: calls.map((call) => call.played),
          source: 'smoke',
          suite: { suite, steps: calls.map((call) => call.step), values },
        });
    records.push({ ...stepOf(played), shape: shapeOf(played, step.ignore), ...(saved ? { saved } : {}) });
  }
  return records;
}

/** The arguments and the expectation with everything filled in; a Fault where a value cannot stand in its place. */
function fill(step: SuiteStep, values: ReadonlyMap<string, unknown>): { args: JsonObject; expect: SuiteStep['expect'] } | Fault {
  try {
    const args = render(step.arguments, values);
    return { args: isObject(args) ? args : {}, expect: render(step.expect, values) as SuiteStep['expect'] };
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** Takes what later steps need, and says what for where it is not there. */
function capture(step: SuiteStep, played: Played, values: Map<string, unknown>): void {
  for (const [name, at] of Object.entries(step.capture)) {
    const value = valueAt(played.seen.result, at);
    const miss = value === undefined && played.mismatches.find(({ check }) => check === `json${at}`);
    if (miss) miss.message = `{{${name}}} cannot be captured: ${miss.message}`;
    else if (!played.mismatches.length) values.set(name, value);
  }
}

/** A step that was not made, and why. */
export function errored(step: SuiteStep, message: string): StepRecord {
  return {
    name: step.name,
    status: 'errored',
    tool: step.tool,
    outcome: 'transport',
    code: 'not_run',
    ms: 0,
    taskId: null,
    result: null,
    steps: [],
    message,
  };
}

/** The members of the envelope with their kinds; those that need not be the same are left out. */
function shapeOf({ seen }: Played, ignore: readonly string[]): string {
  const payload = payloadOf(seen.result);
  if (!isObject(payload)) return kindOf(payload);
  return Object.entries(payload)
    .filter(([key]) => !ignore.includes(pointer(key)))
    .slice(0, 50)
    .map(([key, value]) => `${key}: ${kindOf(value)}`)
    .sort()
    .join(', ');
}
