import fc from 'fast-check';
import { type JsonObject, member } from '../../model/json.ts';
import { inputSchema, type ToolDeclaration } from '../../model/tool.ts';
import { argumentsArbitrary } from '../../schema/arbitrary/arguments-arbitrary.ts';
import { judgeValues } from '../../schema/judge-schemas.ts';

/** Among so many arguments at random others are looked for. */
const SAMPLES = 40;
/** Calls with other arguments under the same key. */
const MAX_OTHERS = 3;

/** The arguments with one other valid value each; numbers and the like first, as a text may name what does not exist. */
export async function otherArguments(
  tool: ToolDeclaration,
  args: JsonObject,
  keys: readonly string[],
  seed: number,
): Promise<{ name: string; value: JsonObject }[]> {
  const schema = inputSchema(tool);
  if (!schema) return [];
  const samples = fc.sample(argumentsArbitrary(schema, args), { numRuns: SAMPLES, seed });
  const tries = samples.flatMap((sample) =>
    Object.entries(sample)
      .filter(([name, value]) => !keys.includes(name) && JSON.stringify(value) !== JSON.stringify(member(args, name)))
      .map(([name, value]) => ({ name, value: { ...args, [name]: value }, isText: typeof value === 'string' })),
  );
  const verdicts = await judgeValues(
    schema,
    tries.map(({ value }) => value),
  );
  const fitting = tries.filter((_, index) => verdicts[index]?.unjudged === null && !verdicts[index]?.violations.length);
  const byName = new Map(fitting.reverse().map((each) => [each.name, each]));
  return [...byName.values()].sort((a, b) => Number(a.isText) - Number(b.isText)).slice(0, MAX_OTHERS);
}
