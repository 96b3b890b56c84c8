import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import type { JsonObject } from '../../model/json.ts';

/** Where a schema sets no bound, numbers stay within this. */
const USUAL = 2 ** 31;

/** Numbers that a schema allows, the bounds often among them, shrinking toward 0 or the bound nearest to it; null when it allows none. */
export function numberArbitrary(schema: JsonObject, isInteger: boolean): Arbitrary<number> | null {
  const { multipleOf } = schema;
  if (typeof multipleOf === 'number' && multipleOf > 0) return steps(schema, isInteger && multipleOf < 1 ? 1 : multipleOf);
  if (isInteger) return steps(schema, 1);
  const { least, most } = range(schema);
  if (least > most) return null;
  const hundredths = steps(schema, 0.01);
  const bounds = [least, most].filter((bound) => !isBeyond(schema, bound));
  const between = fc.double({ min: least, max: most, noNaN: true });
  if (!hundredths) return between;
  // Numbers that a reader would write first; where they are too coarse, any.
  const others = bounds.length ? fc.constantFrom(...bounds) : between;
  return fc.oneof({ withCrossShrink: true }, { arbitrary: hundredths, weight: 4 }, { arbitrary: others, weight: 1 });
}

/** The multiples of a step. */
function steps(schema: JsonObject, step: number): Arbitrary<number> | null {
  const { least, most } = range(schema);
  const places = Math.max(0, Math.min(15, -Math.floor(Math.log10(step)) + 2));
  const [first, last] = [safe(Math.ceil(least / step)), safe(Math.floor(most / step))];
  // 3 times 0.05 is 0.15000000000000002, which a reader would not write and the validator may not take, or take instead.
  const numberOf = (count: number) => {
    const plain = Number((count * step).toFixed(places));
    return Number.isInteger(plain / step) ? plain : count * step;
  };
  const [min, max] = [isBeyond(schema, numberOf(first)) ? first + 1 : first, isBeyond(schema, numberOf(last)) ? last - 1 : last];
  return min <= max ? fc.integer({ min, max }).map(numberOf) : null;
}

function safe(count: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER + 1, Math.min(Number.MAX_SAFE_INTEGER - 1, count));
}

function isBeyond({ exclusiveMinimum, exclusiveMaximum }: JsonObject, number: number): boolean {
  return number <= bound(exclusiveMinimum, -Infinity) || number >= bound(exclusiveMaximum, Infinity);
}

/** The bounds, exclusive ones as if they were not; one that is missing is set as far away as is usual. */
function range(schema: JsonObject): { least: number; most: number } {
  const least = Math.max(bound(schema.minimum, -Infinity), bound(schema.exclusiveMinimum, -Infinity));
  const most = Math.min(bound(schema.maximum, Infinity), bound(schema.exclusiveMaximum, Infinity));
  return {
    least: Number.isFinite(least) ? least : Math.min(-USUAL, most - USUAL),
    most: Number.isFinite(most) ? most : Math.max(USUAL, least + USUAL),
  };
}

/** Draft-04 wrote `exclusiveMinimum: true`: what is no number limits nothing here. */
function bound(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
