import { isObject, type JsonObject, member } from '../../model/json.ts';
import { inputSchema, parameters, type ToolDeclaration } from '../../model/tool.ts';
import { judgeValues } from '../../schema/judge-schemas.ts';
import { namesThing } from '../../schema/sample/sample-text.ts';
import { fits } from '../../schema/verdicts.ts';

/** Calls with other arguments under the same key. */
const MAX_OTHERS = 3;
/** Parameters that are looked at, and members of an enum. */
const MAX_NAMES = 20;
const MAX_MEMBERS = 5;

/**
 * The arguments with one other valid value each, the nearest that a reader would write: 2 for 1, the next of an enum. What is no text comes
 * first, and last what may name a thing that does not exist.
 */
export async function otherArguments(
  tool: ToolDeclaration,
  args: JsonObject,
  keys: readonly string[],
): Promise<{ name: string; value: JsonObject }[]> {
  const tries = Object.entries(parameters(tool))
    .filter(([name]) => !keys.includes(name))
    .slice(0, MAX_NAMES)
    .flatMap(([name, schema]) => others(schema, member(args, name)).map((other) => ({ name, other, value: { ...args, [name]: other } })));
  const verdicts = await judgeValues(
    inputSchema(tool),
    tries.map(({ value }) => value),
  );
  const fitting = tries.filter((_, index) => fits(verdicts[index]));
  const nearest = new Map(fitting.reverse().map((each) => [each.name, each]));
  return [...nearest.values()].sort((a, b) => doubt(a) - doubt(b)).slice(0, MAX_OTHERS);
}

/** Values near the one that is there, or any where none is; which of them fit, the validator says. */
function others(schema: unknown, value: unknown): unknown[] {
  const members = isObject(schema) && Array.isArray(schema.enum) ? schema.enum.slice(0, MAX_MEMBERS) : [];
  const near =
    typeof value === 'number'
      ? [value + 1, value - 1]
      : typeof value === 'boolean'
        ? [!value]
        : Array.isArray(value)
          ? [[...value, ...value.slice(0, 1)], value.slice(1)]
          : [];
  return [...members, ...near, 1, true, 'other', 'another'].filter((each) => JSON.stringify(each) !== JSON.stringify(value));
}

function doubt({ name, other }: { name: string; other: unknown }): number {
  return typeof other !== 'string' ? 0 : namesThing(name) ? 2 : 1;
}
