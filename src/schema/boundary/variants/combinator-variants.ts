import { isObject, type JsonObject, member } from '../../../model/json.ts';
import { listed, typesOf } from '../layers.ts';
import { type PartMaker, partValue } from '../part-value.ts';
import type { Spot, Variant } from '../spot.ts';
import { show } from '../words.ts';

/** Pairs of so many branches are tried. */
const MAX_BRANCHES = 4;

/** Values of more than one branch and of none, those that meet a condition and not what follows from it, and what `not` describes. */
export function combinatorVariants(spot: Spot, maker: PartMaker): Variant[] {
  if (spot.branch) return [];
  return [...severalBranches(spot, maker), ...noBranch(spot), ...conditions(spot, maker), ...forbidden(spot, maker)];
}

function severalBranches(spot: Spot, maker: PartMaker): Variant[] {
  return spot.layers.flatMap(({ schema: { oneOf, anyOf, allOf, $ref, ...rest } }) => {
    const branches = listed(oneOf).slice(0, MAX_BRANCHES);
    const pairs = branches.flatMap((one, index) => branches.slice(index + 1).map((two) => [one, two] as const));
    return pairs.flatMap(([one, two]): Variant[] => {
      const types = typesOf(two, maker.root);
      if (![...typesOf(one, maker.root)].some((type) => types.has(type))) return [];
      const value = made({ allOf: [rest, one, two] }, spot, maker);
      const about = `${subject(spot, value)}, which more than one branch of oneOf allows`;
      return value === undefined ? [] : [{ name: 'oneOf-several', kind: 'invalid', on: 'oneOf', value, about, isGuess: true }];
    });
  });
}

/** An object without what any of the branches asks for. */
function noBranch({ layers, value, words }: Spot): Variant[] {
  if (!isObject(value)) return [];
  return ['anyOf', 'oneOf'].flatMap((on): Variant[] => {
    const branches = layers.flatMap(({ schema }) => listed(schema[on]));
    const asked = new Set(branches.flatMap((branch) => listed(member(branch, 'required'))));
    if (!asked.size) return [];
    const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !asked.has(name)));
    return [
      { name: `${on}-none`, kind: 'invalid', on, value: rest, about: `${words || 'it'} has what no branch of ${on} allows`, isGuess: true },
    ];
  });
}

function conditions(spot: Spot, maker: PartMaker): Variant[] {
  const { if: condition, then, else: otherwise, ...rest } = spot.plain;
  if (!isObject(condition)) return [];
  const met = { allOf: [rest, condition] };
  const follows = then === undefined ? met : { allOf: [rest, condition, then] };
  const broken = made(met, spot, maker);
  const whole = made(follows, spot, maker);
  const unmet = otherwise === undefined ? undefined : made({ allOf: [rest, otherwise] }, spot, maker);
  const has = spot.words ? 'meets' : 'meet';
  const about = `${spot.words || 'the arguments'} ${has} the condition`;
  const variants: (Variant & { value: unknown })[] = [
    { name: 'if-then', kind: 'valid', on: 'then', value: whole, about: `${about}, and what follows from it`, isGuess: true },
    { name: 'if-only', kind: 'invalid', on: 'if', value: broken, about: `${about}, and not what follows from it`, isGuess: true },
    { name: 'else', kind: 'valid', on: 'else', value: unmet, about: `${about} not, but what holds then`, isGuess: true },
  ];
  return variants.filter(({ value }) => value !== undefined);
}

function forbidden(spot: Spot, maker: PartMaker): Variant[] {
  const { not, ...rest } = spot.plain;
  if (!isObject(not)) return [];
  // A schema of a few keywords speaks about what the others say the value is.
  return [{ allOf: [rest, not] }, not].flatMap((schema): Variant[] => {
    const value = made(schema, spot, maker);
    return value === undefined
      ? []
      : [{ name: 'not', kind: 'invalid', on: 'not', value, about: `${subject(spot, value)}, which "not" forbids` }];
  });
}

/** A value of a schema in the place of a spot; its members as they were where they are not the schema's own. */
function made(schema: JsonObject, { property, value, place }: Spot, maker: PartMaker): unknown {
  const sample = partValue(schema, property, maker);
  if (isObject(sample) && isObject(value)) return { ...value, ...sample };
  return place ? sample : undefined;
}

function subject({ words }: Spot, value: unknown): string {
  return words ? `${words} is ${show(value)}` : `the arguments are ${show(value)}`;
}
