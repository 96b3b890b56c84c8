import { isObject, type JsonObject, member } from '../../../model/json.ts';
import { plural, shorten } from '../../../model/text.ts';
import { listed } from '../layers.ts';
import { type PartMaker, partValue } from '../part-value.ts';
import type { Spot, Variant } from '../spot.ts';
import { inWords, label, spread } from '../words.ts';

/** Of so many members at most it is tried what happens without them, and objects have no more. */
const MAX_MEMBERS = 100;
const OPEN = 'undeclared';

/** Objects without each of their members, with more than are declared, and on both sides of each bound. */
export function objectVariants(spot: Spot, maker: PartMaker): Variant[] {
  const { value } = spot;
  if (!isObject(value)) return [];
  const missing = without(spot, value);
  // The rest is the same on each branch.
  return spot.branch
    ? missing
    : [...missing, ...dependents(spot, value, maker), ...counts(spot, value, maker), ...names(spot, value, maker), ...more(spot, value)];
}

function without({ plain, branch, words }: Spot, value: JsonObject): Variant[] {
  const required = new Set(listed(plain.required));
  const own = branch ? new Set(branch.flatMap(({ schema }) => listed(schema.required))) : null;
  return spread(Object.keys(value).sort(), MAX_MEMBERS).flatMap((name): Variant[] => {
    const { [name]: _, ...rest } = value;
    const about = `${inWords(words, name)} is ${required.has(name) ? 'missing' : 'left out'}`;
    if (!required.has(name))
      return branch ? [] : [{ name: `omitted/${label(name)}`, kind: 'valid', on: 'required', value: rest, about, isGuess: true }];
    return own && !own.has(name) ? [] : [{ name: `missing/${label(name)}`, kind: 'invalid', on: 'required', value: rest, about }];
  });
}

/** One that is there without those that have to be there with it, and with them. */
function dependents({ plain, words }: Spot, value: JsonObject, maker: PartMaker): Variant[] {
  return ['dependentRequired', 'dependencies'].flatMap((on) =>
    Object.entries(isObject(plain[on]) ? plain[on] : {})
      .slice(0, MAX_MEMBERS)
      .flatMap(([name, needed]): Variant[] => {
        const others = listed(needed).filter((each) => typeof each === 'string');
        if (!others.length) return [];
        const own = (key: string) => [key, member(value, key) ?? partValue(member(plain.properties, key) ?? {}, key, maker) ?? null];
        const alone = Object.fromEntries([...Object.entries(value).filter(([key]) => !others.includes(key)), own(name)]);
        const shown = others.slice(0, 3).map((each) => shorten(each, 40));
        const about = (how: string) => `${inWords(words, name)} is given ${how} ${shown.join(', ')}`;
        return [
          {
            name: `${on}/${label(name)}`,
            kind: 'valid',
            on,
            value: { ...alone, ...Object.fromEntries(others.map(own)) },
            about: about('with'),
          },
          { name: `${on}-missing/${label(name)}`, kind: 'invalid', on, value: alone, about: about('without') },
        ];
      }),
  );
}

function counts({ plain, words }: Spot, value: JsonObject, maker: PartMaker): Variant[] {
  const { minProperties: least, maxProperties: most } = plain;
  const made = (count: number, name: string, kind: 'valid' | 'invalid', on: string, says: string): Variant[] => {
    const members = membersOf(count, plain, value, maker);
    return members ? [{ name, kind, on, value: members, about: `${words || 'it'} has ${plural(count, 'member')}, ${says}` }] : [];
  };
  return [
    ...(typeof least === 'number'
      ? [
          ...made(least, 'minProperties', 'valid', 'minProperties', 'the minimum'),
          ...made(least - 1, 'minProperties-1', 'invalid', 'minProperties', `below the minimum of ${least}`),
        ]
      : []),
    ...(typeof most === 'number'
      ? [
          ...made(most, 'maxProperties', 'valid', 'maxProperties', 'the maximum'),
          ...made(most + 1, 'maxProperties+1', 'invalid', 'maxProperties', `above the maximum of ${most}`),
        ]
      : []),
  ];
}

/** An object of so many members: what is required, what is declared, and others of which nothing is said. */
function membersOf(count: number, plain: JsonObject, value: JsonObject, maker: PartMaker): JsonObject | null {
  if (!Number.isInteger(count) || count < 0 || count > MAX_MEMBERS) return null;
  const required = new Set(listed(plain.required));
  const properties = isObject(plain.properties) ? plain.properties : {};
  const kept = Object.keys(value).sort((a, b) => Number(required.has(b)) - Number(required.has(a)));
  const declared = Object.keys(properties)
    .filter((name) => !Object.hasOwn(value, name))
    .sort();
  const others = Array.from({ length: count }, (_, index) => `${OPEN}_${index + 1}`);
  const schemaOf = (name: string) => member(properties, name) ?? (isObject(plain.additionalProperties) ? plain.additionalProperties : {});
  const chosen = [...kept, ...declared, ...others].slice(0, count);
  return Object.fromEntries(chosen.map((name) => [name, member(value, name) ?? partValue(schemaOf(name), name, maker) ?? null]));
}

function names({ plain, words }: Spot, value: JsonObject, maker: PartMaker): Variant[] {
  const { propertyNames } = plain;
  if (!isObject(propertyNames)) return [];
  const on = 'propertyNames';
  const fit = partValue({ type: 'string', ...propertyNames }, 'name', maker);
  const extra = isObject(plain.additionalProperties) ? plain.additionalProperties : {};
  const other = partValue(extra, 'extra', maker) ?? null;
  const bad = Object.keys(propertyNames).every((keyword) => keyword === 'type') ? [] : ['Not allowed!', '', '0', 'a', 'a'.repeat(300)];
  return [
    ...(typeof fit === 'string'
      ? [
          {
            name: on,
            kind: 'valid' as const,
            on,
            value: { ...value, [fit]: other },
            about: `${inWords(words, fit)} is given`,
            isGuess: true,
          },
        ]
      : []),
    ...bad.map((name): Variant => {
      const about = `${words || 'it'} has a member of the name "${name.slice(0, 20)}", which is not allowed`;
      return { name: `${on}-near-miss`, kind: 'invalid', on, value: { ...value, [name]: other }, about };
    }),
  ];
}

/** Members that nobody declared. `__proto__` is one of its own, as JSON.parse makes it. */
function more({ plain, words, place }: Spot, value: JsonObject): Variant[] {
  const { additionalProperties: extra, unevaluatedProperties: unevaluated } = plain;
  if (isObject(extra) || isObject(unevaluated)) return [];
  const closed = extra === false ? 'additionalProperties' : unevaluated === false ? 'unevaluatedProperties' : null;
  const names = place ? [OPEN] : [OPEN, '__proto__', 'constructor'];
  return names.flatMap((name): Variant[] => {
    const given = name === OPEN ? 'x' : { polluted: true };
    const about = `${inWords(words, name)} is given, which is not declared`;
    const variant = { name: name === OPEN ? 'extra-property' : `extra-property/${name}`, value: { ...value, [name]: given }, about };
    // Servers on the TypeScript SDK never see this key: it is dropped while the message is read. It must do no harm, but nobody can refuse it.
    if (closed && name === '__proto__') return [{ ...variant, kind: 'either', on: closed, standIn: value }];
    if (closed) return [{ ...variant, kind: 'invalid', on: closed, breaks: [closed, 'propertyNames'] }];
    // Who does not say that it is open may be careful. Other keywords may speak against it.
    const isGuess = 'propertyNames' in plain || 'maxProperties' in plain;
    return [{ ...variant, isGuess, kind: extra === true && name === OPEN ? 'valid' : 'either', on: 'additionalProperties' }];
  });
}
