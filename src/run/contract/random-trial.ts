import type { Arbitrary } from 'fast-check';
import { follow } from '../../model/follow-pointer.ts';
import { isObject, type JsonObject, keysIn, member, pointer } from '../../model/json.ts';
import { quote, shorten, some } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import { layersOf, listed, locate } from '../../schema/boundary/layers.ts';
import type { Layer } from '../../schema/boundary/spot.ts';
import { show } from '../../schema/boundary/words.ts';
import type { ValueVerdict } from '../../schema/verdicts.ts';
import type { Trial } from './trial.ts';

/** What the random calls of one tool are made from. */
export interface Random {
  tool: ToolDeclaration;
  schema: JsonObject;
  /** Arguments that are known to work. */
  base: JsonObject;
  arbitrary: Arbitrary<JsonObject>;
  /** As the user gave it, and as it is for this tool. */
  given: number;
  seed: number;
}

/** A call with arguments made at random, by what the validator says of them; null where it can say nothing. */
export function trialOf(
  { tool, schema, base, given }: Random,
  args: JsonObject,
  verdict: ValueVerdict | undefined,
  { name, path }: { name: string; path: string },
): Trial | null {
  if (!verdict || verdict.unjudged) return null;
  const trial = { name, tool, arguments: args, text: JSON.stringify(args), gen: { source: 'fast-check' as const, seed: given, path } };
  const { violations } = verdict;
  // What tools may refuse with good reason, or take.
  const isSure = !violations.length && !isOdd(trial.text);
  if (violations.every((violation) => isOpen(violation, schema, args)))
    return toldLate({ ...trial, kind: isSure ? 'valid' : 'either' }, () => allowed(schema, base, args));
  // Those of several branches tell less than what is said of a place directly.
  const broken = violations.find(({ keyword }) => !VAGUE.has(keyword)) ?? violations[0];
  if (!broken) return null;
  return toldLate({ ...trial, kind: 'invalid' }, () => forbidden(schema, args, broken));
}

/** What a call is about. */
type Told = Required<Pick<Trial, 'at' | 'place' | 'keyword' | 'about'>>;

/** The trial with what it is about, which is worked out once somebody asks: of a call that passes nobody does, and it costs as much as the call. */
function toldLate(trial: Omit<Trial, keyof Told>, tell: () => Told): Trial {
  let told: Told | null = null;
  const once = (): Told => {
    told ??= tell();
    return told;
  };
  return {
    ...trial,
    get at() {
      return once().at;
    },
    get place() {
      return once().place;
    },
    get keyword() {
      return once().keyword;
    },
    get about() {
      return once().about;
    },
  };
}

const VAGUE = new Set(['anyOf', 'oneOf', 'if', '$ref']);

/** What a schema only wishes for (2020-12: a format), and what depends on how numbers are rounded: 0.15 is no multiple of 0.05 to the validator. */
function isOpen({ at, keyword }: ValueVerdict['violations'][number], schema: JsonObject, args: JsonObject): boolean {
  if (keyword !== 'multipleOf') return keyword === 'format';
  return layersAt(schema, args, at).some(({ schema: { multipleOf } }) => multipleOf !== undefined && !Number.isInteger(multipleOf));
}

/** NUL and its like, and characters that show nothing or turn the direction of writing; lone surrogates are not made. */
function isOdd(text: string): boolean {
  return /\\u00|[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\udbff\udfff/.test(text);
}

/** What the schema allows is about what differs from what is known to work, where that is one member. */
function allowed(schema: JsonObject, base: JsonObject, args: JsonObject): Told {
  const names = Object.keys({ ...base, ...args });
  const changed = names.filter((name) => JSON.stringify(member(base, name)) !== JSON.stringify(member(args, name)));
  const [only] = changed;
  if (changed.length !== 1 || only === undefined)
    return { at: null, place: '', keyword: null, about: `the arguments are ${shorten(JSON.stringify(args))}` };
  const value = member(args, only);
  if (value === undefined) return { at: '/inputSchema', place: '', keyword: null, about: `${shorten(only, 40)} is left out` };
  const at = `/inputSchema${locate(layersAt(schema, args, pointer(only)), 'type')}`;
  return { at, place: pointer(only), keyword: null, about: `${shorten(only, 40)} is ${show(value)}` };
}

function forbidden(schema: JsonObject, args: JsonObject, { at: place, keyword }: ValueVerdict['violations'][number]): Told {
  const layers = layersAt(schema, args, place);
  const about = wordsFor(keyword, layers, follow(args, place).value, keysIn(place).join('.'));
  return { at: `/inputSchema${locate(layers, keyword)}`, place, keyword, about };
}

const BEYOND: Readonly<Record<string, string>> = {
  minimum: 'below the minimum of',
  maximum: 'above the maximum of',
  exclusiveMinimum: 'and has to be above',
  exclusiveMaximum: 'and has to be below',
  multipleOf: 'no multiple of',
  minLength: 'shorter than the minimum of',
  maxLength: 'longer than the maximum of',
  minItems: 'with fewer items than the minimum of',
  maxItems: 'with more items than the maximum of',
};

function wordsFor(keyword: string, layers: readonly Layer[], value: unknown, place: string): string {
  const words = shorten(place, 60);
  const inFront = words && `${words}.`;
  const says = layers.map(({ schema }) => schema[keyword]).find((each) => each !== undefined);
  if (keyword === 'required' && isObject(value)) {
    const missing = listed(says).filter((name) => typeof name === 'string' && !Object.hasOwn(value, name));
    return `${inFront}${some(
      missing.map((name) => shorten(String(name), 40)),
      3,
    )} ${missing.length > 1 ? 'are' : 'is'} missing`;
  }
  if (keyword === 'additionalProperties' && isObject(value)) {
    const extra = Object.keys(value).filter((name) => !layers.some(({ schema }) => member(schema.properties, name) !== undefined));
    return `${inFront}${some(
      extra.map((name) => shorten(name, 40)),
      3,
    )} ${extra.length > 1 ? 'are' : 'is'} not declared`;
  }
  const shown = `${words || 'the arguments'} ${words ? 'is' : 'are'} ${show(value)}`;
  if (Object.hasOwn(BEYOND, keyword) && typeof says === 'number') return `${shown}, ${BEYOND[keyword]} ${says}`;
  if (keyword === 'type') return `${shown}, not of the type ${shorten(some([says].flat().map(String)), 60)}`;
  if (keyword === 'enum') return `${shown}, which is not one of the ${listed(says).length} allowed`;
  if (keyword === 'pattern') return `${shown}, which ${quote(String(says), 60)} does not match`;
  return `${shown}, which "${shorten(keyword, 40)}" forbids`;
}

/** The schemas that speak about a value within the arguments. */
function layersAt(schema: JsonObject, args: JsonObject, at: string): readonly Layer[] {
  let value: unknown = args;
  let layers: readonly Layer[] = layersOf([{ at: '', schema }], schema, args, new Map());
  for (const key of keysIn(at)) {
    const starts = layers.flatMap((layer) => childOf(layer, key, Array.isArray(value)));
    value = follow(value, pointer(key)).value;
    layers = layersOf(starts, schema, value, new Map());
  }
  return layers;
}

function childOf({ at, schema }: Layer, key: string, isItem: boolean): Layer[] {
  const first = Array.isArray(schema.prefixItems) ? 'prefixItems' : 'items';
  const paths = isItem ? [[first, key], ['items'], ['additionalItems']] : [['properties', key], ['additionalProperties']];
  for (const path of paths) {
    const { found, value: child } = follow(schema, pointer(...path));
    if (found && isObject(child)) return [{ at: at + pointer(...path), schema: child }];
  }
  return [];
}
