import { isObject, type JsonObject } from '../../model/json.ts';
import type { Suite, SuiteStep } from '../../suite/suite.ts';
import type { SuiteVariable } from '../../suite/suite-variables.ts';
import { referencesIn, render } from '../../suite/template.ts';

/** How a suite calls a tool so that it goes well. */
export interface SuiteWay {
  suite: Suite;
  /** The step that calls the tool. */
  target: SuiteStep;
  /** The steps that capture what it is called with, in order. */
  needed: readonly SuiteStep[];
  /** These, and between them the steps that do something with what was captured last: they may be what makes the call go well. */
  full: readonly SuiteStep[];
  /** What is filled in for `{{env:NAME}}`. */
  variables: readonly SuiteVariable[];
}

/** A longer way is not gone. */
const MAX_BEFORE = 30;
/** Names that a suite has without any step. */
const GIVEN = /^(?:run|task|env:.*)$/;

/**
 * For each tool how the suites call it: by the first step that expects success and takes nothing from steps before it, else by the first that
 * expects success, with the steps that it takes something from.
 */
export function suiteBases(suites: readonly Suite[], variables: readonly SuiteVariable[] = []): Map<string, SuiteWay> {
  const all = suites.flatMap((suite) => suite.steps.flatMap((target, index) => wayTo(suite, target, index, variables) ?? []));
  const ways = new Map<string, SuiteWay>();
  for (const way of [...all.filter(isPlain), ...all]) if (!ways.has(way.target.tool)) ways.set(way.target.tool, way);
  return ways;
}

/** True when its arguments are known without any call and any page. */
export function isPlain({ suite, target, needed }: SuiteWay): boolean {
  return !needed.length && referencesIn([suite.task, target.arguments]).every((name) => GIVEN.test(name));
}

/** The arguments of a way that needs no call; null for one that does. */
export function plainArguments(way: SuiteWay): JsonObject | null {
  if (!isPlain(way)) return null;
  const values = new Map([['run', 'contract'], ...way.variables.map(({ name, value }) => [`env:${name}`, value] as const)]);
  values.set('task', String(render(way.suite.task, values)));
  const filled = render(way.target.arguments, values);
  return isObject(filled) ? filled : null;
}

function wayTo(suite: Suite, target: SuiteStep, index: number, variables: readonly SuiteVariable[]): SuiteWay | null {
  const needed = goesWell(target) ? sourcesOf(suite.steps, [target]) : null;
  if (!needed) return null;
  const last = suite.steps.findLastIndex((step) => needed.includes(step));
  const captured = Object.keys(suite.steps[last]?.capture ?? {});
  const acting = suite.steps
    .slice(last + 1, index)
    .filter((step) => goesWell(step) && referencesIn(step.arguments).some((name) => captured.includes(name)));
  const more = sourcesOf(suite.steps, [...acting, target]);
  const full = more && suite.steps.filter((step) => more.includes(step) || acting.includes(step));
  return { suite, target, needed, full: full && full.length <= MAX_BEFORE ? full : needed, variables };
}

/** The steps that capture what these take, and what those take, in order; null where one is no basis, or there are too many. */
function sourcesOf(steps: readonly SuiteStep[], of: readonly SuiteStep[]): SuiteStep[] | null {
  const found = new Set<SuiteStep>();
  const open = [...of];
  for (let step = open.pop(); step; step = open.pop()) {
    const earlier = steps.slice(0, steps.indexOf(step));
    for (const name of referencesIn(step.arguments)) {
      const source = earlier.findLast(({ capture }) => Object.hasOwn(capture, name));
      if (!source || found.has(source)) continue;
      if (!goesWell(source)) return null;
      found.add(source);
      open.push(source);
    }
  }
  return found.size <= MAX_BEFORE ? steps.filter((step) => found.has(step)) : null;
}

function goesWell({ expect }: SuiteStep): boolean {
  return expect.ok !== false && (expect.code === undefined || expect.code === 'ok');
}
