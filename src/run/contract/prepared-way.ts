import { randomBytes } from 'node:crypto';
import { valueAt } from '../../model/envelope.ts';
import { Fault } from '../../model/fault.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { quote, shorten } from '../../model/text.ts';
import { riskOf, type ToolDeclaration } from '../../model/tool.ts';
import type { SuiteStep } from '../../suite/suite.ts';
import { render } from '../../suite/template.ts';
import { CUT_SHORT, type Place, toolAt } from '../place.ts';
import { type Played, play } from '../play.ts';
import { whyNotAgreed } from './chosen-tools.ts';
import type { SuiteWay } from './suite-bases.ts';
import type { ContractOptions } from './trial.ts';

/** A step of the way may start what takes longer than a call that is tested. */
const STEP_MS = 60_000;

/** What the steps of a suite have made for the calls of a tool, on one adapter. */
export interface Prepared {
  way: SuiteWay;
  place: Place;
  /** The steps that were made, and their calls. */
  steps: readonly SuiteStep[];
  played: readonly Played[];
  /** What the templates are filled with. */
  values: ReadonlyMap<string, unknown>;
  /** The arguments with which the tool can be called now. */
  arguments: JsonObject;
}

/** What a way is gone with. */
export interface WayHost {
  options: ContractOptions;
  /** The URL of the pages in a folder. */
  site(folder: string): Promise<string>;
  grant(place: Place, tool: ToolDeclaration, task: unknown): Promise<void>;
}

/** Makes the steps under a task of their own. Why that fails, in words, as it follows `the suite's way to it fails: `. */
export async function prepareOn(place: Place, way: SuiteWay, steps: readonly SuiteStep[], host: WayHost): Promise<Prepared | string> {
  const { options } = host;
  const { suite, target, variables } = way;
  const values = new Map<string, unknown>([['run', randomBytes(4).toString('hex')]]);
  for (const { name, value } of variables) values.set(`env:${name}`, value);
  const site = options.site ?? (suite.site === null ? undefined : await host.site(suite.site));
  if (site !== undefined) values.set('site', site);
  try {
    values.set('task', render(suite.task, values));
    const played: Played[] = [];
    for (const step of steps) {
      const made = await makeStep(place, step, values, host);
      if (typeof made === 'string') return made;
      played.push(made);
    }
    const filled = render(target.arguments, values);
    return { way, place, steps, played, values, arguments: isObject(filled) ? filled : {} };
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

/** One step; what it captures is added to the values. */
async function makeStep(place: Place, step: SuiteStep, values: Map<string, unknown>, host: WayHost): Promise<Played | string> {
  const { options } = host;
  const { tool, fault } = await toolAt(place, step.tool);
  if (!tool) return fault?.message ?? `the adapter does not list ${quote(step.tool)}`;
  if (whyNotAgreed(tool, options) !== null)
    return `${shorten(tool.name, 60)} is of risk ${riskOf(tool, options.risks)}; --allow-writes calls it`;
  const given = render(step.arguments, values);
  const args = isObject(given) ? given : {};
  await host.grant(place, tool, args.task_id);
  const wish = { name: tool.name, arguments: args, text: JSON.stringify(args), timeoutMs: STEP_MS };
  const played = await play(place, tool, wish, { name: step.name, expect: { ok: true }, captures: Object.values(step.capture) });
  if (options.open.signal.aborted) return CUT_SHORT;
  const [failure] = played.mismatches;
  if (failure) return `${shorten(tool.name, 60)}: ${played.seen.outcome === 'ok' ? failure.message : shorten(played.seen.code, 60)}`;
  for (const [name, at] of Object.entries(step.capture)) values.set(name, valueAt(played.seen.result, at));
  return played;
}
