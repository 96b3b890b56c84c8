import type { CaseFile } from '../cases/find-cases.ts';
import type { Declared, Difference } from '../lock/difference.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import { groupBy } from '../model/group.ts';
import { type JsonObject, keysIn, pointer } from '../model/json.ts';
import { plural, quote } from '../model/text.ts';
import type { SourcePlace } from '../model/tool.ts';
import { judgeSchemas } from '../schema/judge-schemas.ts';
import type { SchemaProblem } from '../schema/verdicts.ts';
import type { FoundSuite } from '../suite/find-suites.ts';
import { type SavedCall, savedCalls } from './saved-calls.ts';

/** Where calls stand. */
export interface CallFiles {
  cases: readonly CaseFile[];
  suites: readonly FoundSuite[];
}

/** Saved calls of one tool that no longer fit for one reason, and the first of them. */
export interface Outdated {
  difference: Difference;
  count: number;
  source: SourcePlace | null;
}

/** A call, and what has been against it since the declaration changed. */
interface Misfit {
  call: SavedCall;
  problem: SchemaProblem | null;
}

/**
 * The calls of saved cases and smoke suites that fitted the old declarations and do not fit the new ones: the tool is gone, or the new schema
 * refuses arguments that the old one took. What is filled in when a call is made is not judged.
 */
export async function outdatedCalls(before: Declared, after: Declared, files: CallFiles): Promise<Outdated[]> {
  const { calls, unread } = await savedCalls(files.cases, files.suites);
  const known = calls.filter(({ tool }) => before.tools.has(tool));
  const gone = known.filter(({ tool }) => !after.tools.has(tool)).map((call) => ({ call, problem: null }));
  const misfits = [...gone, ...(await refused(known, before, after))];
  const groups = groupBy(misfits, ({ call, problem }) => JSON.stringify([call.tool, problem && keysIn(problem.at)[0]]));
  return [...[...groups.values()].flatMap(outdated), ...unread.map(unreadable)];
}

/** Calls with arguments that only the new schema has something against. */
async function refused(calls: readonly SavedCall[], before: Declared, after: Declared): Promise<Misfit[]> {
  const schemas = (tool: string) => [before, after].map(({ tools }) => inputOf(tools.get(tool)));
  const changed = calls.filter(({ tool }) => {
    const [old, now] = schemas(tool);
    return after.tools.has(tool) && canonicalJson(old ?? null) !== canonicalJson(now ?? null);
  });
  const verdicts = await judgeSchemas(changed.flatMap((call) => schemas(call.tool).map((schema) => ({ schema, value: call.arguments }))));
  return changed.flatMap((call, index) => {
    const [old, now] = verdicts.slice(2 * index, 2 * index + 2);
    const same = new Set(old?.problems.map(({ at, keyword }) => `${keyword} ${at}`));
    const isOpen = (at: string) => call.open.some((each) => at === each || at.startsWith(`${each}/`));
    const problem = now?.problems.find(({ at, keyword }) => !same.has(`${keyword} ${at}`) && !isOpen(at));
    return problem && !old?.unjudged ? [{ call, problem }] : [];
  });
}

function inputOf(declaration: JsonObject | undefined): unknown {
  return declaration?.inputSchema;
}

function outdated(group: readonly Misfit[]): Outdated[] {
  const [first] = group;
  if (!first) return [];
  const { call, problem } = first;
  const source = call.place();
  const more = group.length > 1 ? ` and ${plural(group.length - 1, 'more saved call')}` : '';
  const what = problem ? wordsOf(problem) : 'calls it, and it is gone';
  const [key] = problem ? keysIn(problem.at) : [];
  const at = key === undefined ? null : `/inputSchema/properties${pointer(key)}`;
  const message = `${source.file}:${source.line}${more}: ${what}`;
  const difference: Difference = { rule: 'case-outdated', tool: call.tool, at, message, before: null, after: null };
  return [{ difference, count: group.length, source }];
}

/** What a call does that the new schema refuses. */
function wordsOf({ at, keyword, message }: SchemaProblem): string {
  const name = quote(keysIn(at).join('.') || 'the arguments', 80);
  if (keyword === 'required') return `lacks ${name}, which is required now`;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return `sends ${name}, which is not declared any more`;
  return `sends a ${name} that ${message}`;
}

function unreadable(why: string): Outdated {
  return {
    difference: { rule: 'case-outdated', tool: null, at: null, message: `${why}: it cannot be compared`, before: null, after: why },
    count: 1,
    source: null,
  };
}
