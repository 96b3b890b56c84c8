import { type JsonObject, member } from '../../model/json.ts';
import { inputSchema, type ToolDeclaration } from '../../model/tool.ts';
import { judgeAllValues } from '../../schema/judge-schemas.ts';
import { sampleArguments } from '../../schema/sample/sample.ts';
import { fits } from '../../schema/verdicts.ts';
import { withKey } from './keys.ts';
import { plainArguments, type SuiteWay } from './suite-bases.ts';

/** What the calls of a tool are made from. */
export interface Base {
  /** Arguments that fit; null when none could be made. */
  value: JsonObject | null;
  /** Why there are none, as it follows `its input schema could not be met: `. */
  reason: string;
}

/** For each tool, in order: what a suite sends where that needs no call before it, as far as it fits; else the smallest arguments that fit. */
export async function basesOf(tools: readonly ToolDeclaration[], ways: ReadonlyMap<string, SuiteWay>): Promise<Base[]> {
  const samples = await sampleArguments(tools.map(({ raw }) => member(raw, 'inputSchema')));
  const wishes = tools.map(({ name }, index) => {
    const way = ways.get(name);
    return [way && plainArguments(way), samples[index]?.value].flatMap((value) => (value ? [value] : []));
  });
  // Best first: what is known to work comes before a sample, and a key of its own before one that is not.
  const tries = wishes.map((values) => values.flatMap((value) => [withKey(value), value]));
  const verdicts = await judgeAllValues(tools.map((tool, index) => ({ schema: inputSchema(tool), values: tries[index] ?? [] })));
  return tools.map((_, index) => {
    const value = tries[index]?.find((_, at) => fits(verdicts[index]?.[at]));
    return { value: value ?? samples[index]?.value ?? null, reason: value ? '' : (samples[index]?.reason ?? '') };
  });
}
