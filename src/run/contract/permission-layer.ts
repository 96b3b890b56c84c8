import { Fault } from '../../model/fault.ts';
import type { JsonObject } from '../../model/json.ts';
import { didYouMeanOneOf } from '../../model/nearest.ts';
import type { ContractSummary } from '../../model/run.ts';
import { plural, quote } from '../../model/text.ts';
import { changes, riskOf, type ToolDeclaration } from '../../model/tool.ts';
import { NO_TOOLS } from '../place.ts';
import { basesOf } from './bases.ts';
import { callAs, EVERY, isAllowed, type PermissionTester, TOO_NARROW, trialAs } from './permission-call.ts';
import { openAs, type PermissionPlace, toolsSeen } from './permission-place.ts';
import type { ContractOptions } from './trial.ts';

type Tried = ContractSummary['identities'][number];

/** After so many calls of one identity without an answer the rest of its tools is left. */
const MAX_UNANSWERED = 3;

/**
 * Each tool × each identity of the config: is it allowed or refused as `allow` says? Every identity has a connection of its own, and calls each
 * tool once: also one that its tools/list hides, because to hide a tool is not to refuse it. A call that fails for its arguments, for what it
 * is about, or for want of a grant was let through.
 * @param tools as the adapter declares them on the connection of the run
 * @returns for each identity how many tools it was let use; a tool that was not called, or gave no answer, counts as not run
 * @throws Fault (config) for a name in an `allow` that is no tool of the adapter
 */
export async function permissionLayer(tester: PermissionTester, tools: readonly ToolDeclaration[]): Promise<ContractSummary['identities']> {
  const { options } = tester;
  if (!options.identities.length) return [];
  const places: PermissionPlace[] = [];
  try {
    for (const identity of options.identities) {
      options.onEvent({ kind: 'phase', text: `connecting as ${identity.name}` });
      places.push(await openAs(identity, options));
    }
    const seen = toolsSeen(tools, places);
    refuseUnknown(places, seen);
    const wanted = options.tools.length ? seen.filter(({ name }) => options.tools.includes(name)) : seen;
    const wishes = await argumentsFor(wanted, options);
    const tried: Tried[] = [];
    for (const place of places) tried.push(await tryAs(place, wanted, wishes, tester));
    return tried;
  } finally {
    for (const { close } of places) await close();
  }
}

/** Every tool for one identity. */
async function tryAs(
  at: PermissionPlace,
  tools: readonly ToolDeclaration[],
  wishes: ReadonlyMap<string, JsonObject>,
  tester: PermissionTester,
): Promise<Tried> {
  const { identity, failure } = at;
  const tried: Tried = { name: identity.name, allowed: 0, refused: 0, notRun: 0 };
  if (failure !== null) {
    tried[at.isShutOut ? 'refused' : 'notRun'] = tools.length;
    tellUnconnected(at, failure, tools, tester);
    return tried;
  }
  let unanswered = 0;
  for (const [index, tool] of tools.entries()) {
    tester.options.onEvent({ kind: 'phase', text: `${tool.name} ${index + 1} of ${tools.length}: as ${identity.name}` });
    const ending = await callAs(at, tool, unanswered < MAX_UNANSWERED ? wishes.get(tool.name) : undefined, tester);
    if (ending === 'unanswered') unanswered++;
    tried[ending === 'unanswered' ? 'notRun' : ending]++;
  }
  return tried;
}

/** Whoever cannot connect is refused everything: that is one failure, unless nothing was promised. */
function tellUnconnected(
  { identity }: PermissionPlace,
  failure: string,
  tools: readonly ToolDeclaration[],
  tester: PermissionTester,
): void {
  const promised = tools.filter(({ name }) => isAllowed(identity, name));
  const [first] = promised;
  if (!first || tester.options.open.signal.aborted) return;
  const covered = `though its "allow" covers ${plural(promised.length, 'tool')}`;
  const what = `the identity ${quote(identity.name)} cannot connect (${failure}), ${covered}`;
  tester.found({ verdict: TOO_NARROW, trial: trialAs(identity, first, {}), played: [], what, saved: null, whole: true });
}

/** Arguments for each tool that may be called: known ones, else the smallest that its schema allows. */
async function argumentsFor(tools: readonly ToolDeclaration[], options: ContractOptions): Promise<Map<string, JsonObject>> {
  const callable = tools.filter(
    (tool) => options.allowWrites || options.tools.includes(tool.name) || !changes(riskOf(tool, options.risks)),
  );
  const bases = await basesOf(callable, options.bases);
  return new Map(
    callable.flatMap(({ name }, index) => {
      const wish = bases[index]?.value;
      return wish ? [[name, wish] as const] : [];
    }),
  );
}

/** A misspelt name would seem to be refused for ever. Where somebody could not connect, it may be a tool that only they see. */
function refuseUnknown(places: readonly PermissionPlace[], tools: readonly ToolDeclaration[]): void {
  if (places.some(({ failure }) => failure !== null)) return;
  const names = tools.map(({ name }) => name);
  for (const { identity } of places) {
    const unknown = identity.allow.find((name) => name !== EVERY && !names.includes(name));
    if (unknown === undefined) continue;
    const message = `the "allow" of the identity ${quote(identity.name)} names ${quote(unknown)}, and the adapter has no such tool`;
    throw new Fault('config', message, didYouMeanOneOf(unknown, names, NO_TOOLS));
  }
}
