import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import { bytesOf, isObject, type JsonObject } from '../../model/json.ts';
import { nearMisses, withMiss } from './near-miss.ts';
import { makingOf, valueArbitrary } from './value-arbitrary.ts';

/** UTF-8 bytes of larger arguments: nobody would write them. */
const MAX_BYTES = 10_000;

/** How often, of ten, arguments are meant to be allowed. */
const MEANT = 7;

/**
 * Arguments that an input schema is likely to allow, and three near misses in ten: whether one is valid the validator says. They shrink toward
 * the plainest that a reader would write: what is known to work, without the members that may be left out. For a schema of which nothing can
 * be made they are the base, and near misses of it.
 * @param base arguments that are known to work
 */
export function argumentsArbitrary(schema: JsonObject, base: JsonObject): Arbitrary<JsonObject> {
  const making = makingOf(schema);
  // Arguments are an object, whether the schema says so or not.
  const whole = 'type' in schema || '$ref' in schema ? schema : { ...schema, type: 'object' };
  const meant = valueArbitrary(whole, base, making) ?? fc.constant(base);
  const misses = nearMisses(making);
  const missed = misses && fc.tuple(meant, misses).map(([args, miss]) => withMiss(args, miss));
  const all = missed ? fc.oneof({ arbitrary: meant, weight: MEANT }, { arbitrary: missed, weight: 10 - MEANT }) : meant;
  return all.map((args) => (isObject(args) && bytesOf(args) <= MAX_BYTES ? args : base));
}
