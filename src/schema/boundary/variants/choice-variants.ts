import { isObject } from '../../../model/json.ts';
import { listed } from '../layers.ts';
import type { Spot, Variant } from '../spot.ts';
import { label, show, spread } from '../words.ts';

/** Of more, some are taken, the first and others spread over all. */
const MAX_MEMBERS = 20;

/** Each member of `enum`, or what `const` asks for, and what is nearly one. */
export function choiceVariants({ plain, words }: Spot): Variant[] {
  const on = 'const' in plain ? 'const' : 'enum';
  const members = on === 'const' ? [plain.const] : listed(plain.enum);
  const known = new Set(members.map((each) => JSON.stringify(each)));
  const each = spread(members, MAX_MEMBERS).map(
    (value): Variant => ({
      name: on === 'const' ? on : `enum/${label(typeof value === 'string' ? value : show(value))}`,
      kind: 'valid',
      on,
      value,
      about: `${words} is ${show(value)}`,
    }),
  );
  const misses = nearMisses(members).filter(([, value]) => !known.has(JSON.stringify(value)));
  return [
    ...each,
    ...misses.map(([name, value]): Variant => {
      const about = `${words} is ${show(value)}, which is not ${on === 'const' ? show(plain.const) : `one of the ${members.length} allowed`}`;
      return { name: `${on}-${name}`, kind: 'invalid', on, breaks: [on, 'type'], value, about };
    }),
  ];
}

function nearMisses(members: readonly unknown[]): [string, unknown][] {
  const text = members.find((each): each is string => typeof each === 'string' && /[a-z]/i.test(each));
  const any = members.find((each) => typeof each === 'string');
  const numbers = members.slice(0, 1_000).filter((each) => typeof each === 'number');
  const misses: [string, unknown][] = [];
  if (text !== undefined) misses.push(['case', text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()]);
  if (any !== undefined) misses.push(['trailing-space', `${any} `], ['other', 'other than these']);
  if (numbers.length) misses.push(['other', Math.max(...numbers) + 1]);
  if (members.some((each) => typeof each === 'boolean')) misses.push(['other', !members.find((each) => typeof each === 'boolean')]);
  const object = members.find(isObject);
  if (object) misses.push(['other', { ...object, undeclared: true }]);
  const list = members.find((each): each is unknown[] => Array.isArray(each));
  if (list) misses.push(['other', [...list, null]]);
  return misses;
}
