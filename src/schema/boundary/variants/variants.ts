import type { PartMaker } from '../part-value.ts';
import type { Spot, Variant } from '../spot.ts';
import { arrayVariants } from './array-variants.ts';
import { choiceVariants } from './choice-variants.ts';
import { combinatorVariants } from './combinator-variants.ts';
import { numberVariants } from './number-variants.ts';
import { objectVariants } from './object-variants.ts';
import { textVariants } from './text-variants.ts';
import { typeVariants } from './type-variants.ts';

/** All that is put in the place of a spot: first what is about a keyword, then wrong types, then values that programs stumble over. */
export function variantsOf(spot: Spot, maker: PartMaker): Variant[] {
  const own = 'enum' in spot.plain || 'const' in spot.plain ? choiceVariants(spot) : ofValue(spot, maker);
  const types = spot.branch || !spot.place ? [] : typeVariants(spot, maker.root);
  const isPlain = ({ on }: Variant) => on === 'type';
  return [...own.filter((each) => !isPlain(each)), ...combinatorVariants(spot, maker), ...types, ...own.filter(isPlain)];
}

function ofValue(spot: Spot, maker: PartMaker): Variant[] {
  const { value, words } = spot;
  if (typeof value === 'number') return numberVariants(spot);
  if (typeof value === 'string') return textVariants(spot);
  if (typeof value === 'boolean')
    return [true, false].map((each) => ({ name: String(each), kind: 'valid', on: 'type', value: each, about: `${words} is ${each}` }));
  return Array.isArray(value) ? arrayVariants(spot, maker) : objectVariants(spot, maker);
}
